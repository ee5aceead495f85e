export { sdApiImages, type SdApiImagesDeps, type SdApiImagesOptions } from './src/sd_api_images.ts'
