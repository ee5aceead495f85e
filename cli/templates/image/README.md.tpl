# image-__name__

Pictures from __name__.

```ts
__camel__Images({ baseUrl: 'https://…/v1', apiKey: '…' })
```

## What is sent

`POST {baseUrl}/pictures` with `prompt`, `model`, `width`, `height`.

## What is read

- `bytes`, a picture as base64, or `link`, which is fetched from where the vendor has its pictures and from nowhere else, without the key.
- PNG, JPEG or WebP by content, whole, at most 20 MB.

## Errors

By status (`http_failure.ts` of the contract), refined by the error's `code` and `message`. No message quotes the vendor.

## Tests

`conformance.spec.ts` runs the kit in memory and over HTTP, with the vendor played after `framing.ts`. No recording of the vendor was at hand.
