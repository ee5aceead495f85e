/**
 * Available widths in pixels of pictures under `/pictures/`, selected by `?w=`. The default is the last width. Other values return 404.
 * Pictures are never enlarged or cropped.
 */
export const pictureWidths = [96, 192, 384, 768, 1536] as const
