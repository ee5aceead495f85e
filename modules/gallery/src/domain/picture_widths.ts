/**
 * Widths in pixels of our own pictures, those whose address begins with `/pictures/`: `?w=` with one of these gives that
 * width, without it the last one. Another value is 404. A picture is never scaled up, and its shape stays the same.
 */
export const pictureWidths = [96, 192, 384, 768, 1536] as const
