// Every test has proxies in its environment that lead nowhere: requests to this machine must not go there.
//
// They are set before main: a variable that is set while other threads read theirs ends the process (getenv(3)).
