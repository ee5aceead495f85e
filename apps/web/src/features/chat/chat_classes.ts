/** A chat fills the viewport below the top bar. `useKeyboardInset` sets `--keyboard`. */
export const chatClasses = 'flex h-[calc(100dvh-var(--top-bar)-1px-var(--keyboard,0px))] min-h-60'
