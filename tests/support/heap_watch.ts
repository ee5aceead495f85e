import { once } from 'node:events'

export interface Memory {
  /** The used heap after a full collection. */
  aliveMb: number
  /** The external memory of objects in the heap. */
  outsideMb: number
  /** The resident memory before the collection, and the amount that was freed. */
  residentMb: number
  garbageMb: number
}

/** Measures a server's memory over V8's inspector. The server must get `env`. */
export class HeapWatch {
  readonly #port: number

  /** `port` is a free port for the inspector. */
  constructor(port: number) {
    this.#port = port
  }

  /** The environment variables for the server. */
  get env() {
    return { NODE_OPTIONS: `--inspect=127.0.0.1:${this.#port} --inspect-publish-uid=http` }
  }

  async look(): Promise<Memory> {
    const targets = await fetch(`http://127.0.0.1:${this.#port}/json`).then((answer) => answer.json())
    const socket = new WebSocket((targets as { webSocketDebuggerUrl: string }[])[0]!.webSocketDebuggerUrl)
    await once(socket, 'open')
    const ask = (id: number, method: string, params = {}) =>
      new Promise<any>((resolve, reject) => {
        socket.addEventListener('message', ({ data }) => {
          const answer = JSON.parse(data)
          if (answer.id === id) resolve(answer.result)
        })
        socket.addEventListener('close', () => reject(new Error('The inspector closed the connection.')))
        socket.send(JSON.stringify({ id, method, params }))
      })
    const usage = async (id: number): Promise<NodeJS.MemoryUsage> => {
      const { result } = await ask(id, 'Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
      return JSON.parse(result.value)
    }
    const inMb = (bytes: number) => bytes / 2 ** 20
    try {
      const before = await usage(1)
      // The second collection frees what finalizers of the first released.
      await ask(2, 'HeapProfiler.collectGarbage')
      await ask(3, 'HeapProfiler.collectGarbage')
      const after = await usage(4)
      return {
        aliveMb: inMb(after.heapUsed),
        outsideMb: inMb(after.external),
        residentMb: inMb(before.rss),
        garbageMb: inMb(before.rss - after.rss),
      }
    } finally {
      socket.close()
      await once(socket, 'close')
    }
  }
}
