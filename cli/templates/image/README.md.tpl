# image-__name__

Draws pictures with __name__.

```ts
__camel__Images({ baseUrl: 'https://…/v1', apiKey: '…' })
```

## Request

`POST {baseUrl}/pictures` with `prompt`, `model`, `width`, `height`.

## Response

- `bytes`, a picture as base64, or `link`, which is fetched only from the vendor's picture host, without the key.
- PNG, JPEG or WebP by content, complete, at most 20 MB.

## Errors

Classified by status (`http_failure.ts` of the contract), then by `code` and `message`. No message quotes the vendor.

## Tests

`conformance.spec.ts` runs the kit, with the wire format in `framing.ts`. Not tested with the real vendor.
