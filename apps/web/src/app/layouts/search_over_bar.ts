/** The classes of an opened search form on phones, where it lies over the top bar. */
export const searchOverBar =
  'max-sm:absolute max-sm:inset-0 max-sm:z-10 max-sm:flex max-sm:items-center max-sm:gap-1 max-sm:bg-bg max-sm:px-2'
