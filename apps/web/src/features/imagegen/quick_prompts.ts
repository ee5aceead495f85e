/** Example prompts that fill the prompt field. */
export const quickPrompts = [
  {
    label: 'Lighthouse keeper',
    prompt: 'Portrait of an old lighthouse keeper in a wool coat, lamp light on one side of the face, storm outside',
  },
  {
    label: 'Forest witch',
    prompt: 'Portrait of a young witch in a mossy forest, braided hair with small flowers, soft morning light',
  },
  {
    label: 'Starship pilot',
    prompt: 'Portrait of a starship pilot in a worn flight jacket, cockpit lights in blue and orange, calm look',
  },
  {
    label: 'City at night',
    prompt: 'Narrow city street at night after rain, neon signs in the puddles, one person with an umbrella',
  },
  {
    label: 'Mountain lake',
    prompt: 'A still mountain lake at sunrise, mist over the water, pine trees on both sides, a small wooden boat',
  },
  {
    label: 'Friendly dragon',
    prompt: 'A friendly green dragon asleep around a stack of old books, warm candle light, storybook painting',
  },
] as const
