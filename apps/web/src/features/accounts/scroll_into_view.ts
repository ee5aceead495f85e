/** A ref callback that centres the element in the viewport once it is mounted. */
export const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' })
