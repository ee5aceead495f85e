import env from './env.ts'

/** The server processes of this launcher. A server that was started without it is number 1 of 1. */
const processes = {
  number: env.get('FACET_PROCESS_NUMBER'),
  count: env.get('FACET_PROCESS_COUNT'),
  /** The listening socket that the launcher opened. Null: this process listens by itself. */
  listenFd: env.get('FACET_LISTEN_FD') ?? null,
}

export default processes

/** One process's share of a limit of all of them. A process can't work with less than `min`. */
export const share = (total: number, min = 1): number => Math.max(min, Math.floor(total / processes.count))
