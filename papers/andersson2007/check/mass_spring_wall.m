% mass_spring_wall.m - Andersson et al. 2007 once more: one equation of motion, Octave's lsode at 1e-12, turning points by
% bisection.       octave --no-gui mass_spring_wall.m
1;
lsode_options ('relative tolerance', 1e-12); lsode_options ('absolute tolerance', 1e-14);
lsode_options ('step limit', 1000000); lsode_options ('maximum step size', 2e-3);
function y = go (f, x, t0, t1)
  y = x; if t1 > t0, y = lsode (f, x, [t0, t1]); y = y(end,:)'; end
end
% The first n turning points (where x(2) = 0); stop(x): it stays there; turn(): told of each.
function [times, places, x] = turns (f, x, h, n, last)
  t = 0; times = []; places = [];
  while numel (times) < n && t < last
    y = go (f, x, t, t + h);
    if x(2)*y(2) < 0
      lo = 0; hi = h;
      for i = 1:48
        mid = (lo + hi)/2; m = go (f, x, t, t + mid);
        if m(2)*x(2) < 0, hi = mid; else lo = mid; end
      end
      m = go (f, x, t, t + hi); times(end+1) = t + hi; places(end+1) = m(1);
    end
    x = y; t += h;
  end
end
Fc = 0.981; Fs = 1.5*Fc; vs = 0.01; d = 1e-5; s0 = Fc/d; s1 = 100; kv = 1; k = 100;
S = @(v) Fc + (Fs - Fc)*exp (-(v/vs)^2);
sat = @(v) max (-1, min (1, 1000*v));
laws = {'saturated_viscous', @(x) Fc*sat (x(2)), @(x) 0;
        'coulomb_tanh', @(x) Fc*tanh (1000*x(2)), @(x) 0;
        'stribeck_saturated', @(x) S(x(2))*sat (x(2)) + kv*x(2), @(x) 0;
        'stribeck_tanh', @(x) S(x(2))*tanh (1000*x(2)) + kv*x(2), @(x) 0;
        'dankowicz', @(x) Fc/d*x(3), @(x) x(2) - abs (x(2))*x(3)/d;
        'lugre', @(x) s0*x(3) + s1*(x(2) - s0*abs (x(2))*x(3)/S(x(2))) + kv*x(2), @(x) x(2) - s0*abs (x(2))*x(3)/S(x(2));
        'stribeck_dankowicz', @(x) S(x(2))*x(3)/d + kv*x(2), @(x) x(2) - abs (x(2))*x(3)/d};
for step = [0.05, 0.005]
  for i = 1:rows (laws)
    f = @(x, t) [x(2); k*(step - x(1)) - laws{i,2}(x); laws{i,3}(x)];
    x = [0; 0; 0]; printf ('%s %g: turns', laws{i,1}, step);
    if step > 0.01, n = 2; h = 5e-3; else n = 1; h = 2e-3; end
    [t, p] = turns (f, x, h, n, 0.7); printf (' (%.9f %.10f)', [t; p]);
    x = go (f, x, 0, 1); printf (' x(1) %.10e', x(1));
    x = go (f, x, 1, 3); printf (' x(3) %.10e\n', x(1));
  end
end
% set-valued laws: each half swing with one sign of sliding
kinds = {'coulomb', @(v) Fc, Fc; 'coulomb_viscous', @(v) Fc + kv*v, Fc; 'stribeck', @(v) S(v) + kv*v, Fs};
for i = 1:3
  x = [0; 0]; t = 0; way = 1; printf ('%s 0.05:', kinds{i,1});
  while k*abs (0.05 - x(1)) > kinds{i,3}
    f = @(x, t) [x(2); k*(0.05 - x(1)) - way*kinds{i,2}(abs (x(2)))];
    y = go (f, x, 0, 1e-3);                               % off the turning point
    [dt, p] = turns (f, y, 5e-3, 1, 2);
    t += 1e-3 + dt; x = [p; 0]; way = -way; printf (' (%.9f %.10f)', t, p);
  end
  printf (' stays\n');
end
% without dimensions
lsode_options ('maximum step size', 0.02);
for C = [1, 10, 100, 1000]
  w = sqrt (1 + C);
  big = fzero (@(X) 4.5*C*X - X^2/2 - C*(X - 1 + exp (-X)), [C, 9*C + 1]);
  printf ('C %g: first turning point of the large step %.10f\n', C, big);
  walls = {'tiny', @(t) 1e-3*(1 + C); 'small', @(t) 0.1*C; 'large', @(t) 4.5*C;
           'sine small', @(t) 0.1*C*sin (0.5*t); 'sine large', @(t) 5*C*sin (0.5*t);
           'chirp small', @(t) 0.01*C*sin (0.05*t + (1.5*w - 0.05)*t^2/200);
           'chirp large', @(t) 5*C*sin (0.05*t + (3 - 0.05)*t^2/200)};
  for i = 1:7
    f = @(x, t) [x(2); walls{i,2}(t) - x(1) - C*x(3); x(2) - abs(x(2))*x(3); abs(x(2))*C*x(3)^2; x(2)*C*x(3)];
    x = zeros (5, 1); printf ('C %g %s:', C, walls{i,1});
    if i <= 3, [t, p] = turns (f, x, 0.5/w, 2, 10); printf (' turns (%.9f %.10e)', [t; p]); end
    for T = [20, 50, 100]
      lo = (T == 50)*20 + (T == 100)*50;
      y = lsode (f, x, linspace (lo, T, 3001)); x = y(end,:)';
      printf (' X(%g) %.9e Z %.9e max %.6e', T, x(1), x(3), max (abs (y(:,1))));
      E0 = x(2)^2/2 + (walls{i,2}(T) - x(1))^2/2 + C*x(3)^2/2;
      printf (' work %.9e lost %.9e', x(5), x(4));
      if T == 20 && i <= 3, printf (' check %.2e', E0 + x(4) - walls{i,2}(0)^2/2); end
    end
    printf ('\n');
  end
end
