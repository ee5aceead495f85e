import env from './env.ts'

/** The place of this process among the launcher's server processes. A server started without the launcher is number 1 of 1. */
const processes = {
  number: env.get('FACET_PROCESS_NUMBER'),
  count: env.get('FACET_PROCESS_COUNT'),
  /** The file descriptor of the launcher's listening socket. If null, this process opens its own. */
  listenFd: env.get('FACET_LISTEN_FD') ?? null,
}

export default processes

/** Returns one process's share of a limit for all processes, at least `min`. */
export const share = (total: number, min = 1): number => Math.max(min, Math.floor(total / processes.count))
