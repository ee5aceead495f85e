import os from 'node:os'

/** Describes the machine for the line below a table. `more` adds details. */
export const machineWith = (...more) =>
  [`${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim()})`, ...more].join(', ')

export const nodeVersion = `Node ${process.versions.node}`
