;; Misdeed: a component that wants to talk to the network.
(component
  (import "wasi:sockets/instance-network@0.2.3" (instance
    (export "network" (type (sub resource))))))
