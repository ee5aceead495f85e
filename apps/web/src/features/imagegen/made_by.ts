/** How a picture was made, as its mark says. */
export const madeBy = (isDemo: boolean | undefined): string => (isDemo ? 'Made by rules' : 'Made by a model')
