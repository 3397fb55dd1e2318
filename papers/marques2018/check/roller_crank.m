% roller_crank.m - the roller-crank of Marques et al. 2018 once more, by another way: two angles of the open chain,
% the roller's height as one multiplier, friction solved for in closed form, Octave's lsode (BDF, tolerance 1e-12).
%
%   octave --no-gui roller_crank.m
%
% q = (crank, rod) angles; the roller's centre is (0.1 cos q1 + 0.3 cos q2, 0.1 sin q1 + 0.3 sin q2); w its spin.
% N = a + b F is linear in the friction force F, so that F = -mu N gives N = a/(1 + b mu) and LuGre a quadratic.
1;
global law form mu;
function [acc, N, F, disc] = motion (q, u, z, w, F_given)
  global law form;
  m1 = 0.12; m2 = 0.30; m3 = 0.10; I1 = 0.002; I2 = 0.002; I3 = 0.001; g = 9.81; r = 0.05; l1 = 0.1; l2 = 0.3;
  s1 = sin (q(1)); c1 = cos (q(1)); s2 = sin (q(2)); c2 = cos (q(2));
  % mass matrix and what gravity and the centripetal terms leave, from Lagrange's equations
  M = [I1 + m1*l1^2/4 + (m2+m3)*l1^2, (m2/2+m3)*l1*l2*cos(q(1)-q(2));
       (m2/2+m3)*l1*l2*cos(q(1)-q(2)), I2 + m2*l2^2/4 + m3*l2^2];
  d = (m2/2+m3)*l1*l2*sin (q(1)-q(2));
  h = [-d*u(2)^2 - (m1/2+m2+m3)*g*l1*c1; d*u(1)^2 - (m2/2+m3)*g*l2*c2];
  X = [-l1*s1, -l2*s2];  Y = [l1*c1, l2*c2];            % dx/dq, dy/dq of the roller's centre
  Yd = -l1*s1*u(1)^2 - l2*s2*u(2)^2;                     % y'' without accelerations
  A = [M, -Y'; Y, 0];
  s = A \ [h, X'; -Yd, 0];                               % without friction, and what each newton of it adds
  a = s(3,1); b = s(3,2);
  v = X*u(:) + r*w;
  [F, disc] = friction (v, z, a, b, F_given);
  N = a + b*F;
  acc = [s(1:2,1) + s(1:2,2)*F; r*F/I3];
end
function g = peak (v)
  g = 0.1 + 0.05*exp (-(v/1e-3)^2);
end
function [F, disc] = friction (v, z, a, b, F_given)
  global law form mu;
  s0 = 1e5; s1 = sqrt (1e5); disc = 1;
  switch law
    case 'none',     F = 0;
    case 'given',    F = F_given;
    case 'slide',    m = mu(v); F = -m*a/(1 + b*m);      % mu(v) carries the sign of v
    case 'dahl',     F = -s0*z;
    case 'lugre'
      if strcmp (form, 'elastic')      % the load of g from the elastic part alone
        N = a - b*s0*z;
        F = -(s0*z + s1*(v - s0*abs (v)*z/(N*peak (v))));
      elseif strcmp (form, 'equivalent') % Wojtyra: sigma0, sigma1 at the load N_e, force in proportion to the load
        Ne = 1; m = (s0*z + s1*(v - s0*abs (v)*z/(Ne*peak (v))))/Ne;
        F = -m*a/(1 + b*m);
      else
        % N = a - b (s0 z + s1 v) + b s1 s0 |v| z/(g N): the branch that N = a belongs to without friction
        p = a - b*(s0*z + s1*v); e = b*s1*s0*abs (v)*z/peak (v);
        disc = p^2/4 + e;
        N = p/2 + sqrt (max (disc, 0));
        F = -(s0*z + s1*(v - s0*abs (v)*z/(peak (v)*N)));
      end
  end
end
function xd = rates (x, t)
  global law form;
  [acc, N, F] = motion (x(1:2), x(4:5), x(7), x(6), 0);
  v = [-0.1*sin(x(1)), -0.3*sin(x(2))]*x(4:5) + 0.05*x(6);
  switch law
    case 'dahl',  zd = v - 1e5*abs (v)*x(7)/(0.1*N);
    case 'lugre'
      if strcmp (form, 'elastic'), [~, N] = stuck_load (x); end
      if strcmp (form, 'equivalent'), N = 1; end
      zd = v - 1e5*abs (v)*x(7)/(peak (v)*N);
    otherwise, zd = 0;
  end
  xd = [x(4:6); acc; zd; -F*v];                          % crank, rod, roller, their spins, z, energy lost
end
function [F, N] = stuck_load (x)                         % the load with F = -s0 z
  global law; keep = law; law = 'given';
  [~, N] = motion (x(1:2), x(4:5), x(7), x(6), -1e5*x(7)); F = -1e5*x(7); law = keep;
end
function x = go (x, t0, t1)
  if t1 > t0
    y = lsode (@rates, x, [t0, t1]); x = y(end,:)';
  end
end
function [F, N] = holding (x)                            % the force that keeps the contact from slipping
  global law; keep = law; law = 'given';
  dv = @(F) slip_rate (x, F);
  F = -dv (0)/(dv (1) - dv (0));
  [~, N] = motion (x(1:2), x(4:5), 0, x(6), F); law = keep;
end
function a = slip_rate (x, F)
  acc = motion (x(1:2), x(4:5), 0, x(6), F);
  a = [-0.1*sin(x(1)), -0.3*sin(x(2))]*acc(1:2) - 0.1*cos(x(1))*x(4)^2 - 0.3*cos(x(2))*x(5)^2 + 0.05*acc(3);
end
function xd = stuck_rates (x, t)
  global law; F = holding (x); keep = law; law = 'given';
  acc = motion (x(1:2), x(4:5), 0, x(6), F); law = keep;
  xd = [x(4:6); acc; 0; 0];
end
function v = slip (x), v = [-0.1*sin(x(1)), -0.3*sin(x(2))]*x(4:5) + 0.05*x(6); end
% Stick and slip with transitions found by bisection; kind: sliding coefficient as a function of |v|, and static one.
function set_valued (name, slide, mu_s, start)
  global law mu;
  x = start; t = 0; h = 1e-3; stuck = true; law = 'slide'; way = 0;
  while t < 2 - 1e-12
    step = min (h, 2 - t);
    f = @(x, t) (stuck_rates (x, t)); if !stuck, f = @rates; end
    y = lsode (f, x, [0, step]); y = y(end,:)';
    if stuck, [F, N] = holding (y); over = abs (F) - mu_s*N; else over = -way*slip (y); end
    if over > 0 && (stuck || step > 1e-9)
      lo = 0; hi = step;
      for i = 1:60
        mid = (lo + hi)/2; if mid == lo || mid == hi, break; end
        y = lsode (f, x, [0, mid]); y = y(end,:)';
        if stuck, [F, N] = holding (y); o = abs (F) - mu_s*N; else o = -way*slip (y); end
        if o > 0, hi = mid; else lo = mid; end
      end
      t += hi; y = lsode (f, x, [0, hi]); x = y(end,:)';
      [F, N] = holding (x);
      if stuck, stuck = false; way = -sign (F); what = 'slips';
      elseif abs (F) <= mu_s*N, stuck = true; what = 'sticks';
      else way = -sign (F); what = 'turns'; end
      printf ('%s: %s (way %g) at %.9f\n', name, what, way, t);
      mu = @(v) way*slide (abs (v));
      if !stuck                                          % away from the event, so that it is not found again
        y = lsode (@rates, x, [0, 1e-7]); x = y(end,:)'; t += 1e-7;
      end
    else
      x = y; t += step;
    end
  end
  printf ('%s: crank %.9f roller %.9f lost %.9f\n', name, x(1), x(3), x(8));
end
lsode_options ('relative tolerance', 1e-12); lsode_options ('absolute tolerance', 1e-13);
lsode_options ('step limit', 1000000); lsode_options ('maximum step size', 1e-3);
start = [pi/2; 0; 0; 4; 0; 8; 0; 0];
% regularised laws: where the ramp of the linear one ends there is a corner, which steps of 1e-3 s and 1e-12 resolve
law = 'none'; x = go (start, 0, 2); printf ('none: crank %.9f roller %.9f\n', x(1), x(3));
law = 'slide';
ramps = {'linear 1e-3', @(v) 0.1*max (-1, min (1, v/1e-3)); 'linear 1e-4', @(v) 0.1*max (-1, min (1, v/1e-4));
         'tanh 1000', @(v) 0.1*tanh (1000*v);
         'brown_mcphee', @(v) sign (v)*(0.1*tanh (4*abs (v)/1e-3) + 0.05*abs (v)/1e-3/((v/1e-3)^2/4 + 3/4)^2)};
for i = 1:4
  mu = ramps{i,2};
  x = go (start, 0, 0.2); d = x(3)*0.05 + 0.1*cos (x(1)) + 0.3*cos (x(2)) - 0.3;
  printf ('%s: slip at 0.2 s %.9e v %.9e\n', ramps{i,1}, d, slip (x));
  x = go (x, 0.2, 2); printf ('%s: crank %.9f roller %.9f lost %.9f\n', ramps{i,1}, x(1), x(3), x(8));
end
set_valued ('coulomb', @(v) 0.1, 0.1, start);
set_valued ('stribeck', @peak, 0.15, start);
for kind = {'dahl', 'lugre'}
  law = kind{1}; form = 'elastic';
  for f = {'elastic', 'equivalent', 'coupled'}
    form = f{1}; if strcmp (law, 'dahl') && !strcmp (form, 'coupled'), continue; end
    x = go (start, 0, 0.2); d = x(3)*0.05 + 0.1*cos (x(1)) + 0.3*cos (x(2)) - 0.3;
    printf ('%s %s: slip at 0.2 s %.9e v %.9e\n', law, form, d, slip (x));
    if strcmp (law, 'lugre') && strcmp (form, 'coupled')
      x = go (x, 0.2, 1); t = 1; h = 1e-4; largest = 0;
      while h > 1e-9
        y = go (x, t, t + h);
        [~, N, F, disc] = motion (y(1:2), y(4:5), y(7), y(6), 0);
        if disc <= 0 || any (isnan (y)), h /= 2; else x = y; t += h; end
      end
      printf ('%s %s: fold at %.8f, N %.6f\n', law, form, t, N);
    else
      x = go (x, 0.2, 2); printf ('%s %s: crank %.9f roller %.9f lost %.9f\n', law, form, x(1), x(3), x(8));
    end
  end
end
