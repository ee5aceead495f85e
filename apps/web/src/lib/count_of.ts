/** '1 user', '1,200 users'. `many` is for irregular plurals. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
