import { createContext } from 'react'
import { isDrawnAhead } from './server_render.ts'

/** The hosts of our own server, as far as this page knows them. Only `/pictures/` of these may be shown as a picture. */
export const ownHosts: readonly string[] = isDrawnAhead ? [] : [window.location.host]

/** The same for what the server draws: it knows the hosts of each request. */
export const OwnHosts = createContext(ownHosts)
