export {
  openAiCompatibleImages,
  type OpenAiCompatibleImagesDeps,
  type OpenAiCompatibleImagesOptions,
} from './src/open_ai_compatible_images.ts'
