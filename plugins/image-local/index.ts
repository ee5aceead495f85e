export { localImages, type LocalImagesOptions } from './src/local_images.ts'
