/** The variant `phone` of the stylesheet. */
export const phoneQuery = '(width < 40rem), (width < 64rem) and (height < 30rem)'
