% two_sliders.m - the two sliders of Wojtyra 2017 once more, by another way: the least number of coordinates, reactions by
% Newton's second law of the parts, friction in closed form, Octave's lsode (BDF, tolerance 1e-11).
%
%   octave --no-gui two_sliders.m [rigid] [elastic]
%
% Rigid rod: one coordinate, its angle p: slider 1 at (0, L sin p), slider 2 at (L cos p, 0). Elastic rod: y of slider 1, x of
% slider 2, and the place w of the middle segment's centre along the axis; the sliders' x and y that their guides hold are
% kept as coordinates with no acceleration, whose equations then give the normal forces.
% In both, friction is -m N s with the coefficient m(v, z) and the sign s of N: linear in the unknowns, for given signs.
1;
global law par k d;
L = 1.3;

function [P, S1, S2] = loads (t)
  P = 52*min (t, 1); S1 = 5 - 10*min (max (t - 1, 0), 1); S2 = -60 + 20*min (max (t - 1, 0), 2);
end

% the coefficient with the sign of v, and the rate of the bristle
function [m, zd] = coefficient (i, v, z)
  global law par;
  zd = 0;
  switch law
    case 'wojtyra'
      r = abs (v)/par.gamma(i);
      if r <= 1, m = 0.5*r; elseif r <= 1.5, m = 0.5 - 0.4*(r - 1); else m = 0.3; end
      m *= sign (v);
    case 'lugre'
      g = 0.3 + 0.2*exp (-(v/1e-3)^2); zd = v - par.sigma0(i)*abs (v)*z/g; m = par.sigma0(i)*z + 300*zd;
    case 'slide'                                   % after exact stick: guide 1 slides down, guide 2 to the right
      m = 0.3*[-1, 1](i);
    case 'dahl'
      zd = v - par.sigma0(i)*abs (v)*z/0.5; m = par.sigma0(i)*z;
  end
end

% --- rigid: unknowns p'', N1, N2, and the rod's forces on the sliders A = (Ax, Ay), B = (Bx, By)
function [acc, N, F, zd] = rigid (t, p, pd, z)
  L = 1.3; m1 = 20; m2 = 20; m3 = 10; J = 2; [P, S1, S2] = loads (t);
  y1 = L*sin (p); x2 = L*cos (p); v = [x2*pd, -y1*pd]; zd = [0, 0]; m = [0, 0];
  for i = 1:2, [m(i), zd(i)] = coefficient (i, v(i), z(i)); end
  s = [-1, 1];                                     % signs of N1 and N2, tried until they fit
  for try_ = 1:4
    M = zeros (7); h = zeros (7, 1);
    M(1,[2 4]) = 1;                       h(1) = -S1;                                   % slider 1 along x
    M(2,[1 2 5]) = [-m1*x2, -m(1)*s(1), 1];  h(2) = -m1*y1*pd^2;                        % y1'' = x2 p'' - y1 p'^2
    M(3,[1 3 6]) = [m2*y1, -m(2)*s(2), 1];   h(3) = -m2*x2*pd^2;                        % x2'' = -y1 p'' - x2 p'^2
    M(4,[3 7]) = 1;                       h(4) = -S2;
    M(5,[1 4 6]) = [m3*y1/2, -1, -1];      h(5) = -m3*x2/2*pd^2 - 12/13*P;
    M(6,[1 5 7]) = [-m3*x2/2, -1, -1];     h(6) = -m3*y1/2*pd^2 + 5/13*P;
    % moments about the rod's centre; from it to slider 1: (-x2, y1)/2. Its turning is -p''.
    M(7,[1 4 5 6 7]) = [-J, -y1/2, -x2/2, y1/2, x2/2]; h(7) = 0;
    u = M \ h; now = sign (u(2:3)');
    if all (now == s), break; end
    s = now;
  end
  acc = u(1); N = u(2:3)'; F = -m.*s.*N;
end

% --- elastic: unknowns y1'', x2'', w'', N1, N2; stuck(i): F of a guide is unknown and its acceleration 0
function [acc, N, F, zd, s12] = elastic (t, q, qd, z, stuck)
  global law k d;
  L = 1.3; f = 0.02; mm = 10/(1 + 2*f); me = f*mm; le = f/(1 + 2*f)*L; Je = me*le^2/12; Jm = 2 - 2*Je - 2*me*((L - le)/2)^2;
  [P, S1, S2] = loads (t); y1 = q(1); x2 = q(2); w = q(3);
  a = [x2; -y1]; l = norm (a); e = a/l; n = [-e(2); e(1)]; v1 = [0; qd(1)]; v2 = [qd(2); 0];
  pd = n'*(v2 - v1)/l; ld = e'*(v2 - v1);
  I = eye (2); O = zeros (2); G = [-n', n', 0]/l;  g = -2*ld*pd/l;           % angle, over (p1, p2, w); its bias
  C = {[I, O, [0;0]] + le/2*n*G, [O, I, [0;0]] - le/2*n*G, [I, O, e] + w*n*G};       % velocities of the three centres
  b = {le/2*(n*g - e*pd^2), -le/2*(n*g - e*pd^2), w*(n*g - e*pd^2) + 2*qd(3)*pd*n};
  ms = [me, me, mm]; M = zeros (5); h = zeros (5, 1);
  for i = 1:3, M += ms(i)*C{i}'*C{i}; h -= ms(i)*C{i}'*b{i}; end
  M += (2*Je + Jm)*G'*G; h -= (2*Je + Jm)*G'*g; M(1:4,1:4) += 20*eye (4);
  s12 = [w - L/2, l - w - L/2]; sd = [qd(3), ld - qd(3)]; T = k.*s12 + d.*sd;          % stretches and tensions
  h += [0; 0; 0; 0; -T(1) + T(2)] + T(2)*[e; -e; 0] + C{3}'*(P*[12; -5]/13) + [S1; 0; 0; S2; 0];
  % coordinates are (x1, y1, x2, y2, w): x1'' = y2'' = 0, N1 in equation 1, N2 in equation 4
  zd = [0, 0]; m = [0, 0]; v = [qd(1), qd(2)];
  for i = 1:2, if ! stuck(i), [m(i), zd(i)] = coefficient (i, v(i), z(i)); end, end
  s = [-1, 1];
  for try_ = 1:4
    A = [M(:,[2 3 5]), -[1; 0; 0; 0; 0], -[0; 0; 0; 1; 0]];
    for i = 1:2
      if stuck(i), A(:,i) = 0; A(1+i,i) = -1;      % F in place of the acceleration
      else A(1+i,3+i) += m(i)*s(i); end
    end
    u = A \ h; now = sign (u(4:5)');
    if all (now == s), break; end
    s = now;
  end
  N = u(4:5)'; F = -m.*s.*N; acc = u(1:3)';
  F(stuck) = acc([stuck, false]); acc([stuck, false]) = 0;
end

function xd = rates (x, t, way, stuck)
  if strcmp (way, 'rigid')
    [acc, N, F, zd] = rigid (t, x(1), x(2), x(3:4)); xd = [x(2); acc; zd'];
  else
    [acc, N, F, zd] = elastic (t, x(1:3), x(4:6), x(7:8), stuck); xd = [x(4:6)(:); acc'; zd'];
  end
end

% rows t, v1, v2, slides, F, N
function out = see (way, t, x, stuck)
  L = 1.3; out = zeros (numel (t), 9);
  for i = 1:numel (t)
    if strcmp (way, 'rigid')
      [~, N, F] = rigid (t(i), x(i,1), x(i,2), x(i,3:4));
      c = L*cos (x(i,1)); s = L*sin (x(i,1)); out(i,:) = [t(i), c*x(i,2), -s*x(i,2), s - 0.5, c - 1.2, F, N];
    else
      [~, N, F] = elastic (t(i), x(i,1:3)', x(i,4:6)', x(i,7:8)', stuck);
      out(i,:) = [t(i), x(i,4:5), x(i,1) - 0.5, x(i,2) - 1.2, F, N];
    end
  end
end

function y = start (way)
  if strcmp (way, 'rigid'), y = [atan2(5, 12); 0; 0; 0]; else y = [0.5; 1.2; 0.65; 0; 0; 0; 0; 0]; end
end

function sets (way)
  lsode_options ('relative tolerance', 1e-11); lsode_options ('step limit', 10000000);
  % angles and places, speeds, bristles (some 5e-6 m)
  if strcmp (way, 'rigid'), a = [1e-15; 1e-15; 1e-16; 1e-16]; else a = [1e-15*ones(3,1); 1e-15*ones(3,1); 1e-16; 1e-16]; end
  lsode_options ('absolute tolerance', a);
end

% times of rows from a to b: each 0.1 ms, and each us where the guides begin to slip, for peaks and crossings
function t = rows_of (a, b)
  t = unique ([a; (ceil (a*1e4 + 1e-6):floor (b*1e4))'/1e4; b; (1895000:1970000)'/1e6]); t = t(t >= a & t <= b);
end

% smooth laws: the whole run, from one break of the loads to the next
function out = run (way)
  sets (way); x = start (way); out = [];
  for a = 0:3
    t = rows_of (a, a + 1); y = lsode (@(x, t) rates (x, t, way, [false, false]), x, t);
    out = [out; see(way, t(1:end-(a<3)), y(1:end-(a<3),:), [false, false])]; x = y(end,:)';
  end
end

function t = crossing (t, y, level, from)
  i = find (t(1:end-1) >= from & (y(1:end-1) - level).*(y(2:end) - level) <= 0 & y(1:end-1) != level, 1);
  if isempty (i), t = NaN; else t = t(i) + (t(i+1) - t(i))*(level - y(i))/(y(i+1) - y(i)); end
end
function [t, top] = peak (t, y, from, to)
  i = find (t >= from & t <= to); [top, k] = max (y(i)); t = t(i(k));
end

function report (name, o)
  printf ('%s\n', name); r = abs (o(:,6:7))./abs (o(:,8:9));
  printf ('  end: v %.9e %.9e  slide %.9e %.9e  F %.8f %.8f  N %.8f %.8f\n', o(end,2:9));
  for at = [0.5, 1.5, 1.85, 2.5], [~, i] = min (abs (o(:,1) - at));
    printf ('  %.2f s: F %.7f %.7f  N %.7f %.7f  v %.6e %.6e  slide %.6e %.6e\n', at, o(i,6:9), o(i,2:5)); end
  for i = 1:2
    [tp, fp] = peak (o(:,1), abs (o(:,5+i)), 1.5, 2.6); [tr, rp] = peak (o(:,1), r(:,i), 0, 4);
    printf ('  guide %d: largest |F| within 1.5 to 2.6 s %.6f at %.4f, largest |F|/N %.6f at %.4f, |v| passes 1 mm/s %.5f, largest |slide| %.6e, passes 0.303 down %.5f\n', ...
      i, fp, tp, rp, tr, crossing (o(:,1), abs (o(:,1+i)), 1e-3, 0), max (abs (o(:,3+i))), crossing (o(:,1), r(:,i), 0.303, max (tp, 1.9)));
  end
  printf ('  |v1| passes 1e-5 %.5f 2e-5 %.5f 3e-5 %.5f  |v2| passes 1e-5 %.5f 1.5e-5 %.5f\n', crossing (o(:,1), abs (o(:,2)), 1e-5, 0), ...
    crossing (o(:,1), abs (o(:,2)), 2e-5, 0), crossing (o(:,1), abs (o(:,2)), 3e-5, 0), ...
    crossing (o(:,1), abs (o(:,3)), 1e-5, 0), crossing (o(:,1), abs (o(:,3)), 1.5e-5, 0));
end

% --- exact stick: both guides stuck, then one, then none; each limit by bisection on the last step
function exact (name)
  global law;
  law = 'slide'; sets ('elastic'); x = start ('elastic'); stuck = [true, true]; t0 = 0; out = [];
  while t0 < 4
    stop = floor (t0 + 1e-9) + 1; t = rows_of (t0, stop);
    y = lsode (@(x, t) rates (x, t, 'elastic', stuck), x, t); o = see ('elastic', t, y, stuck);
    over = (abs (o(:,6:7)) - 0.5*abs (o(:,8:9)) > 0) & stuck; i = find (any (over, 2), 1);
    if isempty (i), out = [out; o(1:end-(stop<4),:)]; x = y(end,:)'; t0 = stop; continue; end
    low = t(i-1); high = t(i); from = y(i-1,:)'; which = find (over(i,:), 1); base = low;
    for n = 1:50
      mid = (low + high)/2; ym = from; if mid > base, ym = lsode (@(x, t) rates (x, t, 'elastic', stuck), from, [base; mid])(end,:)'; end
      om = see ('elastic', mid, ym', stuck);
      if abs (om(5+which)) > 0.5*abs (om(7+which)), high = mid; else low = mid; x = ym; end
    end
    out = [out; o(1:i-1,:)]; stuck(which) = false; t0 = high; printf ('  guide %d slips at %.8f\n', which, high);
  end
  report (name, out);
end

what = argv ();
if isempty (what), what = {'rigid', 'elastic'}; end
bristles = {'lugre', 'dahl'}; k = [1e5, 1e5]; d = [2e3, 2e3];
if any (strcmp (what, 'rigid'))
  law = 'wojtyra';
  for g = [1e-5, 2e-5], par = struct ('gamma', [g, 1e-5]); report (sprintf ('rigid wojtyra gamma1 %g', g), run ('rigid')); end
  for b = 1:2, law = bristles{b};
    for s = [1e5, 2e5], par = struct ('sigma0', [s, 1e5]); report (sprintf ('rigid %s sigma0 1 %g', law, s), run ('rigid')); end
  end
end
if any (strcmp (what, 'elastic'))
  for k1 = [1e5, 3e5], k = [k1, 1e5];
    exact (sprintf ('elastic exact k1 %g', k1));
    law = 'wojtyra';
    for g = [1e-5, 2e-5], par = struct ('gamma', [g, 1e-5]); report (sprintf ('elastic wojtyra k1 %g gamma1 %g', k1, g), run ('elastic')); end
    for b = 1:2, law = bristles{b};
      for s = [1e5, 2e5], par = struct ('sigma0', [s, 1e5]); report (sprintf ('elastic %s k1 %g sigma0 1 %g', law, k1, s), run ('elastic')); end
    end
  end
end
