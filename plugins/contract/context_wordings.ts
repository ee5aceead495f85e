/** The codes and types of errors about the length of the prompt. */
const codes =
  /context_?(?:length|size|window|limit)|prompt_?too_?(?:long|large)|(?:request|input|payload)_?too_?(?:long|large)|string_above_max_length|exceed_?context|(?:max_?tokens|token_?limit|tokens?_?count)_?exceeded|input_?tokens?_?(?:exceed|limit)/i

/**
 * How servers say that the prompt is too long, in any status. A new wording is one line, and one line in the test, which has each vendor's
 * whole message.
 */
const wordings: readonly RegExp[] = [
  // OpenAI, Azure, vLLM, DeepSeek, Mistral, OpenRouter, Together, Fireworks, AI21, SGLang, TabbyAPI, Perplexity.
  /context[ -]?(?:length|size|window|limit)/i,
  // Anthropic, Fireworks, Perplexity.
  /(?:prompt|input|message|conversation|request|text|history|content)s? (?:is|are|was) (?:much |far )?too (?:long|large|big)/i,
  // Bedrock, Cohere, AI21, Replicate, NVIDIA.
  /too many (?:input |prompt |total )?tokens|too long for|too large for the (?:model|context)/i,
  // Gemini: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."
  /(?:token|input|prompt|sequence)s?(?: ?[\w'’`.:()-]+){0,6} (?:exceed(?:s|ed|ing)?|(?:is|are) (?:larger|greater|longer|more) than)\b/i,
  /exceed(?:s|ed|ing)? (?:the |its |this |our |model(?:'s|’s)? |a )*(?:max(?:imum)? |allowed |available |supported |total |model )*(?:\w+ )?(?:token|context|prompt|input|sequence)/i,
  // xAI: "This model's maximum prompt length is 131072 but the request contains 537812 tokens."
  /max(?:imum)? (?:allowed |supported |total |input |model )*(?:prompt|input|sequence|message|context|token)s?(?: (?:length|size|count|limit|number|characters))? ?(?:is|of|:|\()/i,
  // Groq: "Please reduce the length of the messages or completion."
  /(?:reduce|shorten|decrease|truncate) (?:the |your )*(?:length |size |number |amount )?(?:of )?(?:the |your )*(?:input|prompt|message|conversation|text|history|token|context)/i,
  // Text Generation Inference: "`inputs` tokens + `max_new_tokens` must be <= 4096."
  /`?inputs`?(?: tokens)? (?:\+ `?max_new_tokens`? )?must (?:be|have) (?:<=?|less|at most|fewer)/i,
  // LM Studio, llama.cpp, llama-cpp-python, KoboldCpp.
  /(?:tokens|prompt).{0,60}(?:greater|longer|larger|more) than.{0,40}(?:context|n_ctx|window|slot|max)/i,
  /n_ctx|kv[ -]?cache (?:is |was )?(?:full|too small)|(?:available|slot) context/i,
  /(?:prompt|input|request|tokens?).{0,40}(?:does(?:n.t| not)|do not|won.t|cannot|can.t) fit/i,
  // DashScope: "Range of input length should be [1, 30720]".
  /range of input length|input length (?:should|must)/i,
  // GLM: "Prompt exceeds max length"; Baidu: "the length of messages exceeds"; Moonshot: "exceeded model token limit".
  /(?:prompt|input|message|token)s?.{0,40}(?:max(?:imum)? (?:length|limit|tokens?)|length limit|token limit)/i,
  /(?:max(?:imum)?|token) (?:token |length )?limit.{0,20}(?:exceed|reach)|exceed\w* .{0,30}(?:token|length) limit/i,
  // In Chinese: GLM, Baidu, Qwen.
  /(?:输入|上下文|提示|消息|tokens?).{0,12}(?:超过|超出|过长|太长)|超(?:过|出).{0,12}(?:最大|上下文|长度)/i,
]

/** The part of a message that is read. Messages may quote the prompt after their own words. */
const ownWordsMax = 500

/** Whether an error says that the prompt is too long. */
export const saysTooLong = (kind: string, message: string): boolean => {
  const words = message.slice(0, ownWordsMax)
  return codes.test(kind) || wordings.some((wording) => wording.test(words))
}
