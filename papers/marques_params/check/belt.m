% belt.m - mass and spring on a belt once more: one equation of motion, Octave's lsode at 1e-12.   octave --no-gui belt.m
%   m x'' = F - k x, w = 0.1 - x' the belt's speed past the block, F the friction force on the block
1;
lsode_options ('relative tolerance', 1e-12); lsode_options ('absolute tolerance', 1e-14);
lsode_options ('step limit', 1000000);
global p;
p0 = struct ('k', 2, 'vb', 0.1, 'Fc', 0.981, 'Fs', 1.4715, 's0', 1e5, 's1', 10^2.5, 's2', 0.1, 'vs', 1e-3, 'a', 1, 'tau', 2);
function [F, zd, dd] = law (name, w, z, dwell)
  global p; dd = 0;
  switch name
    case 'dahl',  u = 1 - p.s0*z/p.Fc*sign (w); zd = abs (u)^p.a*sign (u)*w; F = p.s0*z;
    case 'lugre', g = p.Fc + (p.Fs - p.Fc)*exp (-(w/p.vs)^2); zd = w - p.s0*abs (w)*z/g; F = p.s0*z + p.s1*zd + p.s2*w;
    case 'gonthier'
      s = exp (-(w/p.vs)^2); ve = 0.01*p.vs; e = w/ve; if abs (e) > 1, dir = sign (w); else dir = e*(1.5 - e^2/2); end
      zd = s*w + (1 - s)*(p.Fc*dir - p.s0*z)/p.s1; b = p.s0*z + p.s1*zd; most = p.Fc + (p.Fs - p.Fc)*dwell;
      F = max (-most, min (most, b)) + p.s2*w;
      if s >= dwell, dd = (s - dwell)/p.tau; else dd = (s - dwell)*p.s0/p.s1; end
  end
end
function xd = rates (name, x)
  global p;
  w = p.vb - x(2); [F, zd, dd] = law (name, w, x(3), x(4)); xd = [x(2); F - p.k*x(1); zd; dd];
end
% rising passages of x through level, largest x, largest and mean F
function measure (label, name, dwell, last)
  global p;
  t = 0:1e-3:last; y = lsode (@(x, t) rates (name, x), [0; p.vb; 0; dwell], t);
  F = zeros (1, numel (t)); for i = 1:numel (t), F(i) = law (name, p.vb - y(i,2), y(i,3), y(i,4)); end
  up = find (y(1:end-1,1) < 0.5 & y(2:end,1) >= 0.5)'; at = t(up) + 1e-3*(0.5 - y(up,1)')./(y(up+1,1)' - y(up,1)');
  [top, i] = max (y(:,1)); turn = find (y(1:end-1,2) > 0 & y(2:end,2) <= 0)';
  turn = t(turn) + 1e-3*y(turn,2)'./(y(turn,2)' - y(turn+1,2)');
  printf ('%s: x(end) %.8f max x %.8f max F %.7f (%.7f before 10 s) turns %s passes 0.5 m %s w(5) %.6e slide(5) %.6e\n', label, ...
    y(end,1), top, max (F), max (F(t < 10)), mat2str (turn, 8), mat2str (at, 8), p.vb - y(5001,2), p.vb*5 - y(5001,1));
end
function reset (label, last)
  global p;
  sp = p.s0*p.Fs/p.Fc; z0 = p.Fc/p.s0; x = [0; p.vb; 0]; t = 0; stick = true; printf ('%s:', label);
  while t < last - 1e-12
    if stick, f = @(x, t) [x(2); sp*x(3) + p.s1*(p.vb - x(2)) - p.k*x(1); p.vb - x(2)];
    else f = @(x, t) [x(2); p.Fc - p.k*x(1); 0]; end
    h = min (1e-2, last - t); y = lsode (f, x, [0, h]); y = y(end,:)';
    if stick, g = @(x) x(3) - z0; else g = @(x) x(2) - p.vb; end
    if g (y) > 0 && (stick || t - begun > 0.1)
      lo = 0; hi = h;
      for i = 1:48, mid = (lo + hi)/2; m = lsode (f, x, [0, mid]); if g (m(end,:)) > 0, hi = mid; else lo = mid; end, end
      m = lsode (f, x, [0, hi]); x = m(end,:)'; t += hi; printf (' %.8f', t); begun = t; stick = !stick;
      if stick, x(3) = z0 - 1e-18; end
    else x = y; t += h; end
  end
  printf (' x(end) %.8f\n', x(1));
end
p = p0;
for a = [1, 2], p = p0; p.a = a; measure (sprintf ('dahl a %g', a), 'dahl', 0, 25); end
for s = [0.5, 2], p = p0; p.s0 *= s; measure (sprintf ('dahl s0 x %g', s), 'dahl', 0, 25); end
p = p0; reset ('reset', 25);
for s = [0.5, 2], p = p0; p.s0 *= s; reset (sprintf ('reset s0 x %g', s), 25); end
for s = [0.5, 2], p = p0; p.s1 *= s; reset (sprintf ('reset s1 x %g', s), 25); end
for name = {'lugre', 'gonthier'}
  p = p0; measure (name{1}, name{1}, 0, 25);
  for field = {'s0', 's1', 's2', 'vs', 'tau'}
    if strcmp (name{1}, 'lugre') && strcmp (field{1}, 'tau'), continue; end
    for s = [0.5, 2]
      p = p0; p.(field{1}) *= s; measure (sprintf ('%s %s x %g', name{1}, field{1}, s), name{1}, 0, 25);
    end
  end
end
p = p0; measure ('gonthier, dwell 1', 'gonthier', 1, 25);
