# model-__name__

Replies from __name__.

```ts
__camel__Model({ baseUrl: 'https://…/v1', apiKey: '…' })
```

## What is sent

`POST {baseUrl}/replies` with `stream`, `model`, `system`, `messages`, `max_tokens`, `temperature`, `stop`.

## What is read

- Text: `text`. Reasoning (`thought`) counts as a sign of life and is never returned.
- The end: `done`, with `length`, `filter`, `refusal`, or anything else for `stop`. A stream without it is `cut_off`.
- Usage: `usage.input` and `usage.output`, null where they are left out.

## Errors

By status (`http_failure.ts` of the contract), refined by the error's `code` and `message`. No message quotes the vendor.

## Tests

`conformance.spec.ts` runs the kit in memory and over HTTP, with the vendor played after `framing.ts`. No recording of the vendor was at hand.
