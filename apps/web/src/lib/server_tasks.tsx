import { use, type ReactNode } from 'react'
import { isServerRender } from './server_render.ts'

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Resolves in a later turn of the event loop, and in a different one for each call. Other requests run in between, so a page that the
 * server renders holds the loop no longer than its largest task.
 */
export const nextTurn = (): Promise<void> =>
  (lastTurn = lastTurn.then(() => new Promise((resolve) => void setImmediate(resolve))))

function ServerTask({ turn, children }: { turn: Promise<void>; children: ReactNode }) {
  use(turn)
  return children
}

/** On the server, renders `children` in a task of their own. */
export const inServerTask = (children: ReactNode): ReactNode =>
  isServerRender ? <ServerTask turn={nextTurn()}>{children}</ServerTask> : children

/** On the server, splits a list into tasks of `size` elements. */
export const inServerTasks = (elements: ReactNode[], size: number): ReactNode[] =>
  isServerRender
    ? Array.from({ length: Math.ceil(elements.length / size) }, (_, index) => (
        <ServerTask key={index} turn={nextTurn()}>
          {elements.slice(index * size, (index + 1) * size)}
        </ServerTask>
      ))
    : elements
