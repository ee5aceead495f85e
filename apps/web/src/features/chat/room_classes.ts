/** A chat takes what is left of the window below the top bar, and scrolls inside. `--keyboard` is set by `useVisibleHeight`. */
export const roomClasses = 'flex h-[calc(100dvh-var(--top-bar)-1px-var(--keyboard,0px))] min-h-60'
