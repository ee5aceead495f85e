/** Listens on a free loopback port, sends `{ port }` to the parent, and exits with it. */
export function serveUntilParentLeaves(server) {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  endWithParent()
}

export function endWithParent() {
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group; the parent decides when we end
}
