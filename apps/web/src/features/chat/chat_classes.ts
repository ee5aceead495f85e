/** A chat fills the viewport below the top bar, which phones don't show. `useKeyboardInset` sets `--keyboard`. */
export const chatClasses =
  'flex h-[calc(100dvh-var(--top-bar)-1px-var(--keyboard,0px))] min-h-60 phone:h-[calc(100dvh-var(--keyboard,0px))]'
