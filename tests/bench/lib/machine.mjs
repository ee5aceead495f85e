import os from 'node:os'

/** What was measured on, as the line below a table says it. `more` is what else of it matters. */
export const machineWith = (...more) =>
  [`${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim()})`, ...more].join(', ')

export const nodeVersion = `Node ${process.versions.node}`
