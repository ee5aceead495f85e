/** Prints why the server could not start, one line per reason, and exits. Unexpected errors keep their stack. */
export const reportStartFailure = (error: unknown): never => {
  for (const line of reasons(error)) console.error(line)
  process.exit(1)
}

const reasons = (error: unknown): string[] => {
  const { code, help, port, message, stack } = error as NodeJS.ErrnoException & { help?: string; port?: number }
  if (code === 'E_INVALID_ENV_VARIABLES') return (help ?? message).split('\n').map((line) => line.replace(/^- /, ''))
  if (code === 'EADDRINUSE')
    return [`Port ${port} is taken by another program. Stop it, or choose another port: PORT=4444 npm start`]
  if (code === 'EACCES' && port)
    return [`Port ${port} needs more rights than this user has. Choose a port above 1023: PORT=4444 npm start`]
  if (code === 'E_MIGRATION_REFUSED') return [message]
  if (code === 'ENOSPC' || code === 'EDQUOT') return [`The disk is full: ${message}. Free some space, then try again.`]
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000')
    return [`Cannot connect to the database: ${message}. Check DATABASE_URL.`]
  return [stack ?? String(error)]
}
