import { createContext } from 'react'

/** A function that closes the dialog and scrolls to a message of the chat. Null where messages can't be shown. */
export const ShowMessageContext = createContext<((messageId: string) => void) | null>(null)
