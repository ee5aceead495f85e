import { connect, type Socket } from 'node:net'
import { encodeMessage, Subscribers, type BusReports, type MessageBus } from '../../contract/bus.ts'
import { systemTimers, type Timers } from '../../contract/timers.ts'

export interface __Pascal__Options extends BusReports {
  host: string
  port: number
  timers?: Timers
  /** A connection without an answer for this time counts as lost. Default 10,000. */
  lossMs?: number
  /** The pause between two attempts to connect. Default 1,000. */
  retryMs?: number
}

interface Waiting {
  resolve: () => void
  reject: (error: Error) => void
}

/** A bus on __name__. */
export function __camel__Bus(options: __Pascal__Options): MessageBus {
  const { host, port, timers = systemTimers, lossMs = 10_000, retryMs = 1_000 } = options
  const onGap = new Set<() => void>()
  let socket: Socket | null = null
  let isConnected = false
  let isClosed = false
  /** The commands without an answer. The broker answers in order. */
  let waiting: Waiting[] = []

  const send = (command: object) =>
    new Promise<void>((resolve, reject) => {
      if (!socket) return reject(new Error('The bus is not connected.'))
      waiting.push({ resolve, reject })
      socket.write(`${JSON.stringify(command)}\n`)
    })
  const sendIfConnected = async (command: object) => {
    if (isConnected) await send(command).catch(() => {})
  }
  const subscribers = new Subscribers(options.onError, {
    onFirst: (subject) => void sendIfConnected({ do: 'subscribe', subject }),
    onLast: (subject) => void sendIfConnected({ do: 'unsubscribe', subject }),
  })

  const open = () => {
    const opened = connect(port, host)
    socket = opened
    let heardAt = timers.monotonicMs()
    const cancelPings = timers.every(lossMs / 3, () => {
      if (timers.monotonicMs() - heardAt > lossMs) opened.destroy(new Error('__name__ does not answer.'))
      else void sendIfConnected({ do: 'ping' })
    })
    opened.on('error', (error) => options.onLost?.(error))
    opened.on('close', () => {
      cancelPings()
      socket = null
      isConnected = false
      for (const { reject } of waiting) reject(new Error('The connection to the bus was lost.'))
      waiting = []
      if (!isClosed) timers.after(retryMs, open)
    })
    opened.on('connect', async () => {
      // The broker has handled the subscriptions when it has answered the last of them.
      const subjects = subscribers.subjects
      isConnected = true
      const answers = await Promise.allSettled([{ do: 'ping' }, ...subjects.map(subscription)].map(send))
      if (answers.every(({ status }) => status === 'fulfilled') && socket === opened)
        for (const listener of onGap) listener()
    })
    eachLine(opened, (line) => {
      if (isClosed) return
      heardAt = timers.monotonicMs()
      try {
        const answer = JSON.parse(line)
        if (answer.subject === undefined) waiting.shift()?.resolve()
        else subscribers.deliver(answer.subject, answer.message)
      } catch (error) {
        options.onError?.(error)
      }
    })
  }

  return {
    start: open,
    async publish(subject, message) {
      encodeMessage(subject, message)
      await send({ do: 'publish', subject, message })
    },
    subscribe: (subject, listener) => subscribers.add(subject, listener),
    subscribed: () => sendIfConnected({ do: 'ping' }),
    onGap: (listener) => void onGap.add(listener),
    isConnected: () => isConnected,
    async close() {
      isClosed = true
      isConnected = false
      socket?.destroy()
      socket = null
    },
  }
}

/** `node:readline` also splits at other characters, which JSON may contain. */
const eachLine = (socket: Socket, read: (line: string) => void) => {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    lines.forEach(read)
  })
}

const subscription = (subject: string) => ({ do: 'subscribe', subject })
