% roller_crank.m - the roller-crank of Marques et al. 2018 in the usual form, for comparison of speed
%
%   roller_crank(law, x, span): prints the CPU time in s that ode45 takes from the state x on, and the crank's speed at the end;
%   law is 'coulomb' or 'lugre', x = positions and velocities of crank, rod and roller, then z
%
% Absolute coordinates, Lagrange multipliers with Baumgarte's terms (5, 5), one linear system of the masses and constraints
% at each evaluation. LuGre takes its load from the elastic part, as the model of this folder does.
function roller_crank(law, x, span)
  options = odeset('RelTol', 1e-6, 'AbsTol', 1e-6);
  from = x(:);
  solve = @(last) ode45(@(t, x) rates(x, law), [0 last], from, options);
  [~, ~] = solve(1e-6*span);                           % reads the files of the solver, which is not timed
  begun = cputime;
  [t, y] = solve(span);
  seconds = cputime - begun;
  printf('%.6g %.12g\n', seconds, y(end, 12));
end

function xdot = rates(x, law)
  M = diag([0.12 0.12 0.002 0.3 0.3 0.002 0.1 0.1 0.001]);
  g = 9.81;
  q = x(1:9);
  u = x(10:18);
  [Phi, J, bias] = constraints(q, u);
  gamma = -bias - 2*5*(J*u) - 25*Phi;
  Q = [0; -0.12*g; 0; 0; -0.3*g; 0; 0; -0.1*g; 0];
  K = [M -J'; J zeros(7)];
  W = [zeros(6, 1); 1; 0; 0.05];              % friction at the lowest point of the roller
  v = W'*u;
  if strcmp(law, 'coulomb')
    mu = 0.1*max(-1, min(1, v/1e-3));
    K(1:9, 16) = K(1:9, 16) + mu*W;           % F = -mu N, N the last multiplier
    a = K \ [Q; gamma];
    xdot = [u; a(1:9)];
  else
    sigma0 = 1e5;
    sigma1 = sqrt(1e5);
    z = x(19);
    a = K \ [Q - sigma0*z*W; gamma];
    N = abs(a(16));
    G = N*(0.1 + 0.05*exp(-(v/1e-3)^2));
    zdot = v - sigma0*abs(v)*z/max(G, 1e-9);
    a = K \ [Q - (sigma0*z + sigma1*zdot)*W; gamma];
    xdot = [u; a(1:9); zdot];
  end
end

function [Phi, J, bias] = constraints(q, u)
  c = cos(q([3 6])); s = sin(q([3 6]));
  a = 0.05; b = 0.15;
  Phi = [q(1) - a*c(1); q(2) - a*s(1);
         q(4) - b*c(2) - q(1) - a*c(1); q(5) - b*s(2) - q(2) - a*s(1);
         q(7) - q(4) - b*c(2); q(8) - q(5) - b*s(2);
         q(8) - 0.1];
  J = zeros(7, 9);
  J(1, [1 3]) = [1 a*s(1)];
  J(2, [2 3]) = [1 -a*c(1)];
  J(3, [4 6 1 3]) = [1 b*s(2) -1 a*s(1)];
  J(4, [5 6 2 3]) = [1 -b*c(2) -1 -a*c(1)];
  J(5, [7 4 6]) = [1 -1 b*s(2)];
  J(6, [8 5 6]) = [1 -1 -b*c(2)];
  J(7, 8) = 1;
  w = u(3)^2; r = u(6)^2;
  bias = [a*c(1)*w; a*s(1)*w; b*c(2)*r + a*c(1)*w; b*s(2)*r + a*s(1)*w; b*c(2)*r; b*s(2)*r; 0];
end
