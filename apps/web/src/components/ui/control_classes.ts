/** Shared by text inputs and selects. 16 px on small screens, because iOS zooms into smaller text. */
export const controlClasses =
  'w-full min-w-0 rounded-control border border-line-strong bg-field px-3.5 text-base text-text transition-[border-color,background-color] enabled:hover:border-text focus-visible:border-focus focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger-text sm:text-ui'
