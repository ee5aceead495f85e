import { createContext } from 'react'

/** Closes the dialog and scrolls to a message of the chat. Null where it can't be shown. */
export const ShowMessageContext = createContext<((messageId: string) => void) | null>(null)
