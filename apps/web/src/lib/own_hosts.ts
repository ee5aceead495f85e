import { createContext } from 'react'
import { isServerRender } from './server_render.ts'

/** The hosts of our own server that this page knows. On these, only `/pictures/` may be shown as a picture. */
export const ownHosts: readonly string[] = isServerRender ? [] : [window.location.host]

/** The same for server rendering, which knows the hosts of each request. */
export const OwnHosts = createContext(ownHosts)
