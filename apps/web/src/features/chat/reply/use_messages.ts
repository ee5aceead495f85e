import { useSyncExternalStore } from 'react'
import type { ChatItem, MessageStore } from './message_store.ts'

/** Renders again when the list of messages or the phase changes. */
export const useChatSnapshot = (store: MessageStore) =>
  useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot)

/** Renders again when what `read` takes from a message changes. */
export function useMessage<Value>(
  store: MessageStore,
  key: string,
  read: (item: ChatItem | undefined) => Value
): Value {
  const snapshot = () => read(store.item(key))
  return useSyncExternalStore((listener) => store.subscribeItem(key, listener), snapshot, snapshot)
}
