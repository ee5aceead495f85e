import { createContext } from 'react'

/** The hosts whose pictures the user shows in messages, and how to add one. */
interface PictureHosts {
  hosts: readonly string[]
  /** Null for visitors. */
  add: ((host: string) => void) | null
}

export const PictureHostsContext = createContext<PictureHosts>({ hosts: [], add: null })
