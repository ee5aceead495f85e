export { comfyUiImages, type ComfyUiImagesDeps, type ComfyUiImagesOptions } from './src/comfy_ui_images.ts'
