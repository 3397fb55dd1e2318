% scotch_yoke.m - the Scotch yoke of Autiero et al., dry, with clearance, in the usual form, for comparison of speed
%
%   scotch_yoke(span): prints the CPU time in s that ode45 takes, and where the slider is at the end
%
% Absolute coordinates of crank, pin and slider, Lagrange multipliers with Baumgarte's terms (5, 5), one linear system of the
% masses and constraints at each evaluation; contact is a force of the penetration, whose approach speed is noted at the
% first evaluation inside. Tolerance 1e-6, as in the paper; absolute 1e-9, since a penetration is some 10 um.
function scotch_yoke(span)
  if nargin < 1, span = 48e-3; end
  w = 5000*2*pi/60;
  q = [0.025 0 0 0.05 0 0 0.05 0 0]';
  u = [0 0.025*w w 0 0.05*w 0 0 0 0]';
  options = odeset('RelTol', 1e-6, 'AbsTol', 1e-9);
  solve = @(last) ode45(@(t, x) rates(t, x, w), [0 last], [q; u], options);
  contact([], [], true);
  [~, ~] = solve(1e-6*span);                                       % reads the files of the solver, which is not timed
  contact([], [], true);
  begun = cputime;
  [t, y] = solve(span);
  seconds = cputime - begun;
  printf('%.6g %.17g\n', seconds, y(end, 7));
end

function xdot = rates(t, x, w)
  M = diag([0.3 0.3 3.8e-4 0.025 0.025 7.8e-7 0.3 0.3 1e-3]);
  q = x(1:9);
  u = x(10:18);
  [Phi, J, bias, Phi_t] = constraints(q, u, t, w);
  gamma = -bias - 2*5*(J*u + Phi_t) - 25*Phi;
  F = contact(q(4) - q(7), u(4) - u(7), false);          % on the slider, along x
  Q = [0 0 0 -F 0 0 F 0 0]';
  a = [M J'; J zeros(8)] \ [Q; gamma];
  xdot = [u; a(1:9)];
end

function F = contact(e, v, anew)
  persistent side approach
  if anew, side = 0; approach = 1; return; end
  depth = abs(e) - 50e-6;
  if depth <= 0, side = 0; F = 0; return; end
  if side ~= sign(e)
    side = sign(e);
    approach = max(abs(v), 1e-4);
  end
  F = side*max(0, 1.79e9*depth^1.0961*(1 + 0.75*(1 - 0.81)*side*v/approach));
end

function [Phi, J, bias, Phi_t] = constraints(q, u, t, w)
  a = 0.025;
  c = cos(q(3)); s = sin(q(3));
  Phi = [q(1) - a*c; q(2) - a*s;                          % crank on the ground
         q(4) - q(1) - a*c; q(5) - q(2) - a*s;            % pin on the crank
         q(3) - w*t; q(6);                                % the motor; the pin does not spin
         q(8); q(9)];                                     % the slider's guide
  J = zeros(8, 9);
  J(1, [1 3]) = [1 a*s];
  J(2, [2 3]) = [1 -a*c];
  J(3, [4 1 3]) = [1 -1 a*s];
  J(4, [5 2 3]) = [1 -1 -a*c];
  J(5, 3) = 1;
  J(6, 6) = 1;
  J(7, 8) = 1;
  J(8, 9) = 1;
  r = u(3)^2;
  bias = [a*c*r; a*s*r; a*c*r; a*s*r; 0; 0; 0; 0];
  Phi_t = [0; 0; 0; 0; -w; 0; 0; 0];
end
