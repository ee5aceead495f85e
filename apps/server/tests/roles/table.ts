/**
 * Permissions of every call. A line has the result for each role and the body that is sent. The test compares the lines with the router's
 * routes, so every call needs a line.
 *
 * Roles: **out** is signed out, **user** is signed in but doesn't own the objects of the line, **owner** owns them, **admin** is an admin who
 * doesn't own them, **former** has just lost the admin right, **disabled** has a session of a disabled account. What creators, support,
 * moderators and owners of the server get follows from `apps/server/src/access.ts` (roles.spec.ts).
 *
 * A cell is a status, followed by a slash and the code if the status has several codes. `{…}` is created for each cell (see things.ts).
 * `{public}`, `{private}` and `{adult}` are characters of the owner. `{chat}`, its messages, `{group}` and its `{groupAnswer}` also belong
 * to the owner. Their `{character}` and `{groupMember}` are existing characters.
 * `<picture>` and `<lorebook>` are uploads, `<chat …>` an upload of a chat with other fields, `<cards>` an upload of cards, `<form …>` a form.
 */
export const roles = ['out', 'user', 'owner', 'admin', 'former', 'disabled'] as const
export type Role = (typeof roles)[number]

export const table = `
call                                                                    out   user  owner admin former disabled

- signing in
GET    /api/login                                                       200   302   302   302   302   200
POST   /api/login                                                       200   200   200   200   200   401/account_disabled   {"email":"{mine}","password":"correct horse"}
POST   /api/login                                                       401/invalid_credentials 401/invalid_credentials 401/invalid_credentials 401/invalid_credentials 401/invalid_credentials 401/invalid_credentials   {"email":"{mine}","password":"wrong horse"}
GET    /api/login/second-step                                           302   302   302   302   302   302
POST   /api/login/second-step                                           401/sign_in_again 401/sign_in_again 401/sign_in_again 401/sign_in_again 401/sign_in_again 401/sign_in_again   {"code":"123456"}
POST   /api/register                                                    201   201   201   201   201   201   {"email":"{word}@example.test","password":"correct horse"}
POST   /api/register                                                    409   409   409   409   409   409   {"email":"{mine}","password":"correct horse"}
GET    /api/register/pending?token={word}                               404   404   404   404   404   404
POST   /api/register/pending                                            422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token   {"token":"{word}","password":"correct horse"}
GET    /api/challenge?form=register                                     200   200   200   200   200   200
POST   /api/waiting-list                                                409/sign_up_open 409/sign_up_open 409/sign_up_open 409/sign_up_open 409/sign_up_open 409/sign_up_open   {"email":"{word}@example.test"}
GET    /api/password/forgot                                             200   200   200   200   200   200
POST   /api/password/forgot                                             200   200   200   200   200   200   {"email":"{mine}"}
POST   /api/password/forgot                                             200   200   200   200   200   200   {"email":"{word}@example.test"}
GET    /api/password/reset?token={word}                                 404   404   404   404   404   404
POST   /api/password/reset                                              422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token   {"token":"{word}","newPassword":"another horse"}
GET    /api/email/verify?token={word}                                   303   404   404   404   404   303
GET    /api/unsubscribe/{word}                                          404   404   404   404   404   404
POST   /api/unsubscribe/{word}                                          404   404   404   404   404   404
POST   /api/email/verify                                                401   422/invalid_token 422/invalid_token 422/invalid_token 422/invalid_token 401   {"token":"{word}"}
POST   /api/email/verify                                                303   422   422   422   422   303   <form token={word}>
GET    /api/logout                                                      302   302   302   302   302   302
GET    /api/login/nobody                                                404   404   404   404   404   404
GET    /api/login/nobody/callback?code=x&state=y                        404   404   404   404   404   404

- one's own account
GET    /api/auth/user                                                   401   200   200   200   200   401
GET    /api/pages                                                       200   200   200   200   200   200
GET    /api/pages/nowhere                                               404   404   404   404   404   404
POST   /api/user/age-check                                              401   404   404   404   404   401
POST   /api/user/age-check/outcome                                      401   404   404   404   404   401   {"check":"{word}"}
GET    /age/nowhere/{word}                                              404   404   404   404   404   404
POST   /age/nowhere/{word}                                              404   404   404   404   404   404   <form outcome=of_age>
POST   /api/user/agreements                                             401   200   200   200   200   401   {"termsVersion":null}
GET    /api/user/settings                                               401   200   200   200   200   401
PUT    /api/user/settings                                               401   200   200   200   200   401   {"personaName":"Ann"}
GET    /api/personas                                                    401   200   200   200   200   401
POST   /api/personas                                                    401   201   201   201   201   401   {"name":"Ann"}
PUT    /api/personas/{persona}                                          401   404   200   404   404   401   {"name":"Ann"}
DELETE /api/personas/{persona}                                          401   404   200   404   404   401
GET    /api/invitations                                                 401   200   200   200   200   401
POST   /api/invitations                                                 401   422   422   422   422   401   {"uses":0,"days":7}
DELETE /api/invitations/{invitation}                                    401   404   200   200   404   401
GET    /api/tokens                                                      401   200   200   200   200   401
POST   /api/tokens                                                      401   201   201   201   201   401   {"name":"Script","scopes":["read"],"days":30}
DELETE /api/tokens/{token}                                              401   404   200   404   404   401
GET    /api/outgoing-webhooks                                           401   200   200   200   200   401
POST   /api/outgoing-webhooks                                           401   201   201   201   201   401   {"url":"https://events.example/","events":["chat.created"],"ofInstance":false}
POST   /api/outgoing-webhooks                                           401   403   403   201   403   401   {"url":"https://events.example/","events":["user.created"],"ofInstance":true}
PUT    /api/outgoing-webhooks/{webhook}                                 401   404   200   404   404   401   {"isOn":false}
POST   /api/outgoing-webhooks/{webhook}/secret                          401   404   200   404   404   401
GET    /api/outgoing-webhooks/{webhook}/deliveries                      401   404   200   404   404   401
POST   /api/outgoing-webhooks/{webhook}/ping                            401   404   200   404   404   401
POST   /api/outgoing-webhooks/{webhook}/deliveries/{delivery}/replay    401   404   200   404   404   401
DELETE /api/outgoing-webhooks/{webhook}                                 401   404   200   404   404   401
GET    /v1/models                                                       401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed
GET    /v1/models/basic                                                 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed
POST   /v1/chat/completions                                             401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed   {"model":"basic","messages":[{"role":"user","content":"Hi"}]}
GET    /mcp                                                             401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed
POST   /mcp                                                             401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed 401/token_needed   {}
PUT    /api/user/username                                               401   200   200   200   200   401   {"username":"{word}"}
GET    /api/user/username/check/{word}                                  401   200   200   200   200   401
PUT    /api/user/password                                               401   200   200   200   200   401   {"currentPassword":"correct horse","newPassword":"another horse"}
POST   /api/user/sign-out-everywhere                                    401   200   200   200   200   401
POST   /api/user/sign-ins/nobody                                        401   404   404   404   404   401
DELETE /api/user/sign-ins/nobody                                        401   404   404   404   404   401
GET    /api/user/hidings                                                401   200   200   200   200   401
PUT    /api/user/hidings/character/{public}                             401   200   200   200   200   401
PUT    /api/user/hidings/character/{private}                            401   404   200   200   404   401
PUT    /api/user/hidings/person/{newcomer}                              401   200   200   200   200   401
DELETE /api/user/hidings/person/{newcomer}                              401   200   200   200   200   401
GET    /api/user/blocked-tags                                           401   200   200   200   200   401
PUT    /api/user/blocked-tags                                           401   200   200   200   200   401   {"tags":["{word}"]}
GET    /api/user/export                                                 401   200   200   200   200   401
POST   /api/user/verification-mail                                      401   200   200   200   200   401
POST   /api/user/proof                                                  401   200   200   200   200   401   {"currentPassword":"correct horse"}
POST   /api/user/proof                                                  401   422   422   422   422   401   {"currentPassword":"wrong horse"}
POST   /api/user/proof/nobody                                           401   404   404   404   404   401
POST   /api/user/second-factor/confirm                                  401   409   409   409   409   401   {"code":"123456"}
POST   /api/user/second-factor/recovery-codes                           401   409   409   409   409   401   {"code":"123456"}
DELETE /api/user/second-factor                                          401   409   409   409   409   401   {"code":"123456"}
POST   /api/user/second-factor                                          401   200   200   200   200   401
GET    /api/user/sessions                                               401   200   200   200   200   401
DELETE /api/user/sessions                                               401   200   200   200   200   401
DELETE /api/user/sessions/{word}                                        401   404   404   404   404   401
DELETE /api/user                                                        401   200   200   200   200   401   {"currentPassword":"correct horse"}
DELETE /api/user                                                        401   422   422   422   422   401   {"currentPassword":"wrong horse"}

- creators
GET    /api/creators/{word}                                             404   404   404   404   404   404
GET    /api/creators/{page}                                             200   200   200   200   200   200
GET    /api/creators/{creator}/characters                               200   200   200   200   200   200
GET    /api/creators/{newcomer}/characters                              404   404   404   404   404   404
GET    /api/creators/{creator}/collections                              200   200   200   200   200   200
GET    /api/creators/{newcomer}/collections                             404   404   404   404   404   404
GET    /api/creators/{creator}/collections/{collection}/characters      404   404   404   404   404   404
GET    /api/following/characters                                        401   200   200   200   200   401
GET    /api/following/{creator}                                         401   200   200   200   200   401
PUT    /api/following/{creator}                                         401   200   422   200   200   401
PUT    /api/following/{newcomer}                                        401   404   404   404   404   401
DELETE /api/following/{creator}                                         401   200   200   200   200   401
GET    /api/people?q=mo                                                 401   200   200   200   200   401
GET    /api/collections                                                 401   200   200   200   200   401
POST   /api/collections                                                 401   201   201   201   201   401   {"name":"Sea"}
PUT    /api/collections/{collection}                                    401   404   200   404   404   401   {"isPublic":true}
GET    /api/collections/{collection}/characters                         401   404   200   404   404   401
PUT    /api/collections/{collection}/characters/{public}                401   404   200   404   404   401
DELETE /api/collections/{collection}/characters/{public}                401   404   200   404   404   401
DELETE /api/collections/{collection}                                    401   404   200   404   404   401
GET    /api/user/profile                                                401   200   200   200   200   401
PUT    /api/user/profile                                                401   200   200   200   200   401   {"isPublic":true,"about":"I write.","links":["https://example.test/mo"]}

- the gallery
GET    /api/characters                                                  200   200   200   200   200   200
GET    /api/characters?mine=true                                        401   200   200   200   200   401
GET    /api/characters?liked=true                                       401   200   200   200   200   401
GET    /api/characters/tags                                             200   200   200   200   200   200
GET    /api/characters/chips                                            200   200   200   200   200   200
GET    /api/characters/shelves                                          401   200   200   200   200   401
GET    /api/characters/suggestions?q=w                                  200   200   200   200   200   200
GET    /api/characters/surprise                                         200   200   200   200   200   200
GET    /api/characters/landing                                          200   200   200   200   200   200
GET    /api/characters/{public}                                         200   200   200   200   200   200
GET    /api/characters/{private}                                        404   404   200   200   404   404
GET    /api/characters/{adult}                                          404   200   200   200   200   404
GET    /api/characters/{public}?edit=true                               401   403   200   403   403   401
GET    /api/characters/{private}?edit=true                              401   404   200   403   404   401
GET    /api/characters/starters                                         401   200   200   200   200   401
GET    /api/characters/{public}/share                                   200   200   200   200   200   200
GET    /api/characters/{private}/share                                  404   404   404   404   404   404
GET    /api/characters/{adult}/share                                    404   404   404   404   404   404
GET    /api/characters/{public}/similar                                 200   200   200   200   200   200
GET    /api/characters/{private}/similar                                404   404   200   200   404   404
GET    /api/characters/{public}/comments                                200   200   200   200   200   200
GET    /api/characters/{private}/comments                               404   404   200   200   404   404
GET    /api/characters/{adult}/comments                                 404   403   200   403   403   404
POST   /api/characters/{public}/comments                                401   201   201   201   201   401   {"content":"Well said."}
POST   /api/characters/{private}/comments                               401   404   201   201   404   401   {"content":"Well said."}
PUT    /api/characters/{public}/comments/{comment}                      401   404   200   404   404   401   {"content":"Well put."}
DELETE /api/characters/{public}/comments/{comment}                      401   403   200   200   403   401
POST   /api/characters/{public}/comments/{comment}/restore              401   404   404   404   404   401
POST   /api/characters/{public}/like                                    401   200   200   200   200   401
POST   /api/characters/{private}/like                                   401   404   200   200   404   401
POST   /api/characters                                                  401   201   201   201   201   401   {"name":"Mo","description":"Mends nets.","backstory":"Was born at sea.","personality":"Calm.","avatar":"https://pictures.example.test/mo.png"}
PUT    /api/characters/{public}                                         401   403   200   403   403   401   {"name":"Another"}
PUT    /api/characters/{private}                                        401   404   200   403   404   401   {"name":"Another"}
GET    /api/characters/{public}/versions                                401   403   200   200   403   401
GET    /api/characters/{private}/versions                               401   404   200   200   404   401
GET    /api/characters/{public}/versions/1                              401   403   200   200   403   401
GET    /api/characters/{public}/versions/2                              401   403   404   404   403   401
GET    /api/characters/{public}/statistics                              401   404   200   404   404   401
GET    /api/characters/{private}/statistics?days=7                      401   404   200   404   404   401
GET    /api/characters/{public}/statistics/csv                          401   404   200   404   404   401
GET    /api/characters/{private}/statistics/csv?days=90                 401   404   200   404   404   401
GET    /api/user/statistics                                             401   200   200   200   200   401
GET    /api/user/statistics/csv                                         401   200   200   200   200   401
POST   /api/characters/{public}/versions/1/restore                      401   403   200   403   403   401
POST   /api/characters/{private}/versions/1/restore                     401   404   200   403   404   401
POST   /api/characters/{forkable}/fork                                  401   201   201   201   201   401
POST   /api/characters/{public}/fork                                    401   403/forks_not_allowed 403/forks_not_allowed 403/forks_not_allowed 403/forks_not_allowed 401
POST   /api/characters/{private}/fork                                   401   404   403/forks_not_allowed 403/forks_not_allowed 404   401
POST   /api/characters/{adult}/fork                                     401   403/adult_gate 403/forks_not_allowed 403/adult_gate 403/adult_gate 401
GET    /api/characters/{public}/card                                    401   403/card_not_allowed 200 200 403/card_not_allowed 401
GET    /api/characters/{forkable}/card?format=json&spec=v2              401   200   200   200   200   401
GET    /api/characters/{private}/card?format=charx                      401   404   200   200   404   401
GET    /api/characters/{adult}/card                                     401   403/adult_gate 200 403/adult_gate 403/adult_gate 401
GET    /api/characters/{private}/original                            401   404   404   404   404   401
GET    /api/cards/export                                                401   200   200   200   200   401
DELETE /api/characters/{public}                                         401   403   200   403   403   401
DELETE /api/characters/{private}                                        401   404   200   403   404   401

- lorebooks
GET    /api/lorebooks                                                   401   200   200   200   200   401
POST   /api/lorebooks                                                   401   201   201   201   201   401   {"name":"Sea"}
GET    /api/lorebooks/{lorebook}                                        401   404   200   404   404   401
PUT    /api/lorebooks/{lorebook}                                        401   404   200   404   404   401   {"name":"Land","revision":1}
PUT    /api/lorebooks/{lorebook}                                        401   404   409   404   404   401   {"name":"Land","revision":7}
POST   /api/lorebooks/import                                            401   201   201   201   201   401   <lorebook>
GET    /api/lorebooks/{lorebook}/export                                 401   404   200   404   404   401
DELETE /api/lorebooks/{lorebook}                                        401   404   200   404   404   401
GET    /api/lorebooks/{lorebook}/entries                                401   404   200   404   404   401
POST   /api/lorebooks/{lorebook}/entries                                401   404   201   404   404   401   {"role":"system","keys":["dragon"],"content":"They sleep."}
PUT    /api/lorebooks/{lorebook}/entries/{loreEntry}                    401   404   200   404   404   401   {"role":"system","content":"They wake.","revision":1}
PUT    /api/lorebooks/{lorebook}/entries/{loreEntry}                    401   404   409   404   404   401   {"role":"system","content":"They wake.","revision":7}
DELETE /api/lorebooks/{lorebook}/entries/{loreEntry}                    401   404   200   404   404   401
POST   /api/lorebooks/test                                              401   404   200   404   404   401   {"lorebookIds":["{lorebook}"],"text":"A dragon!"}
POST   /api/lorebooks/test                                              401   404   200   404   404   401   {"lorebookIds":["{lorebook}"],"sessionId":"{chat}"}

- chats
GET    /api/help-lines                                                  200   200   200   200   200   200
GET    /api/models                                                      200   200   200   200   200   200
GET    /api/chats                                                       401   200   200   200   200   401
GET    /api/chats/last                                                  401   200   200   200   200   401
GET    /api/chats/search?q=evening                                      401   200   200   200   200   401
GET    /api/chats/search?q=evening&sessionId={chat}                     401   200   200   200   200   401
GET    /api/chats/{public}                                              401   200   200   200   200   401
GET    /api/chats/{private}                                             401   404   200   200   404   401
GET    /api/chats/{adult}                                               401   403   200   403   403   401
GET    /api/chats/{character}?session={chat}                            401   404   200   404   404   401
DELETE /api/chats/{chat}                                                401   404   200   404   404   401
POST   /api/chats/{public}/stream                                       401   200   200   200   200   401   {"content":"Hello?","model":"basic"}
POST   /api/chats/{private}/stream                                      401   404   200   200   404   401   {"content":"Hello?","model":"basic"}
POST   /api/chats/{adult}/stream                                        401   403   200   403   403   401   {"content":"Hello?","model":"basic"}
POST   /api/chats/{character}/stream                                    401   404   200   404   404   401   {"content":"Hello?","model":"basic","sessionId":"{chat}"}
GET    /api/chats/{character}/stream?session={chat}                     401   404   204   404   404   401
POST   /api/chats/{character}/stop                                      401   404   200   404   404   401   {"sessionId":"{chat}"}
POST   /api/chats/{character}/reroll                                    401   404   200   404   404   401   {"messageId":"{answer}","model":"basic"}
POST   /api/chats/{character}/continue                                  401   404   200   404   404   401   {"messageId":"{answer}","model":"basic"}
POST   /api/chats/{character}/impersonate                               401   404   200   404   404   401   {"sessionId":"{chat}","model":"basic"}
POST   /api/chats/{character}/suggest                                   401   404   200   404   404   401   {"sessionId":"{chat}","model":"basic"}
PUT    /api/chats/{chat}/title                                          401   404   200   404   404   401   {"title":"Mine"}
PUT    /api/chats/{chat}/pins                                           401   404   200   404   404   401   {"pins":["It is winter."]}
PUT    /api/chats/{chat}/place                                          401   404   200   404   404   401   {"isArchived":false}
GET    /api/chat-folders                                                401   200   200   200   200   401
POST   /api/chat-folders                                                401   201   201   201   201   401   {"name":"{word}"}
PUT    /api/chat-folders/{folder}                                       401   404   200   404   404   401   {"name":"{word}"}
DELETE /api/chat-folders/{folder}                                       401   404   200   404   404   401
GET    /api/chats/{chat}/scripts                                        401   404   200   404   404   401
GET    /api/chats/{chat}/settings                                       401   404   200   404   404   401
PUT    /api/chats/{chat}/settings                                       401   404   200   404   404   401   {"lorebookIds":["{lorebook}"]}
POST   /api/chats/{chat}/rewind                                         401   404   200   404   404   401   {"messageId":"{message}"}
POST   /api/chats/{chat}/rewind/undo                                    401   404   404   404   404   401   {"messageId":"{message}","rewindId":"1"}
POST   /api/chats/{chat}/branches                                       401   404   201   404   404   401   {"messageId":"{message}"}
GET    /api/chats/{chat}/expressions                                    401   404   200   404   404   401
GET    /api/chats/{chat}/summary                                        401   404   200   404   404   401
PUT    /api/chats/{chat}/summary                                        401   404   200   404   404   401   {"text":"They met.","isOn":true}
POST   /api/chats/{chat}/summary                                        401   404   409   404   404   401   {"model":"basic"}
POST   /api/chats/{chat}/facts/{fact}                                   401   404   200   404   404   401   {"action":"dismiss"}
GET    /api/chats/{chat}/version                                        401   404   200   404   404   401
PUT    /api/chats/{chat}/model-change                                   401   404   200   404   404   401   {"id":1,"isAccepted":true}
POST   /api/chats/{chat}/version                                        401   404   200   404   404   401
GET    /api/chats/{chat}/context                                        401   404   200   404   404   401
GET    /api/chats/{chat}/export                                         401   404   200   404   404   401
GET    /api/chats/{chat}/export?format=sillytavern                      401   404   200   404   404   401
POST   /api/group-chats                                                 401   201   201   201   201   401   {"characterIds":["{public}","{groupMember}"]}
POST   /api/group-chats                                                 401   404   201   201   404   401   {"characterIds":["{private}","{groupMember}"]}
POST   /api/group-chats                                                 401   403   201   403   403   401   {"characterIds":["{adult}","{groupMember}"]}
GET    /api/group-chats/{group}                                         401   404   200   404   404   401
PUT    /api/group-chats/{group}                                         401   404   200   404   404   401   {"mode":"in_turn","muted":["{groupMember}"]}
PUT    /api/group-chats/{group}                                         401   404   200   404   404   401   {"characterIds":["{public}","{groupMember}"]}
POST   /api/group-chats/{group}/stream                                  401   404   200   404   404   401   {"content":"Hello?","model":"basic"}
POST   /api/group-chats/{group}/stream                                  401   404   200   404   404   401   {"speakerId":"{groupMember}","model":"basic"}
GET    /api/group-chats/{group}/stream                                  401   404   204   404   404   401
POST   /api/group-chats/{group}/talk                                    401   404   200   404   404   401   {"turns":1,"model":"basic"}
DELETE /api/group-chats/{group}/talk                                    401   404   200   404   404   401
POST   /api/group-chats/{group}/stop                                    401   404   200   404   404   401
POST   /api/group-chats/{group}/reroll                                  401   404   200   404   404   401   {"messageId":"{groupAnswer}","model":"basic"}
POST   /api/group-chats/{group}/continue                                401   404   200   404   404   401   {"messageId":"{groupAnswer}","model":"basic"}
POST   /api/group-chats/{group}/impersonate                             401   404   200   404   404   401   {"model":"basic"}
POST   /api/group-chats/{group}/suggest                                 401   404   200   404   404   401   {"model":"basic"}
POST   /api/chats/import                                                401   201   201   201   201   401   <chat characterId={public}>
POST   /api/chats/import                                                401   404   201   201   404   401   <chat characterId={private}>
POST   /api/chats/import                                                401   403   201   403   403   401   <chat characterId={adult}>
POST   /api/cards                                                       401   200   200   200   200   401   <cards>
POST   /api/cards?dryRun=true&doubles=copy                              401   200   200   200   200   401   <cards>
GET    /api/chats/{chat}/book                                           401   404   200   404   404   401
POST   /api/uploads/chats/{chat}                                        401   404   201   404   404   401   <picture>
POST   /api/chats/{chat}/background                                     401   404   201   404   404   401   {"url":"{drawnUrl}"}
GET    /api/chats/{chat}/pictures                                       401   404   200   404   404   401
GET    /pictures/chats/{chatPicture}                                    401   404   200   404   404   401
PUT    /api/chat-pictures/{chatPicture}                                 401   404   200   404   404   401   {"alt":"A lamp."}
POST   /api/chat-pictures/{chatPicture}/description                     401   404   409   404   404   401
POST   /api/chat-pictures/{chatPicture}/copy                            401   404   201   404   404   401
DELETE /api/chat-pictures/{chatPicture}                                 401   404   200   404   404   401
POST   /api/messages/{answer}/moment                                    401   404   200   404   404   401
POST   /api/messages/{answer}/pictures                                  401   404   201   404   404   401   {"prompt":"A lamp."}
PUT    /api/messages/{message}                                          401   404   200   404   404   401   {"content":"Good morning."}
DELETE /api/messages/{message}                                          401   404   200   404   404   401
PUT    /api/messages/{answer}/alternate                                 401   404   200   404   404   401   {"index":0}
POST   /api/messages/{answer}/expression                                401   404   409   404   404   401   {}
PUT    /api/messages/{answer}/expression                                401   404   409   404   404   401   {"label":"joy"}
PUT    /api/messages/{answer}/hidden                                    401   404   200   404   404   401   {"isHidden":true}
POST   /api/messages/{deleted}/restore                                  401   404   200   404   404   401
GET    /api/messages/{answer}/details                                   401   404   200   404   404   401
GET    /api/messages/{answer}/prompt                                    401   404   404   404   404   401
GET    /api/events                                                      401   200   200   200   200   401
GET    /api/demo                                                        200   200   200   200   200   200
POST   /api/demo/stream                                                 200   200   200   200   200   200   {"characterId":"{character}","content":"Hello?"}
POST   /api/demo/stream                                                 404   404   404   404   404   404   {"characterId":"{public}","content":"Hello?"}
POST   /api/demo/adopt                                                  401   422   422   422   422   401   {"transcript":"{word}"}

- rubies
GET    /api/daily-reward/check                                          401   200   200   200   200   401
POST   /api/daily-reward/claim                                          401   200   200   200   200   401
POST   /api/discord-reward                                              401   200   200   200   200   401
GET    /api/rubies/packs                                                200   200   200   200   200   200
GET    /api/rubies/transactions                                         401   200   200   200   200   401
GET    /api/rubies/shares                                               401   200   200   200   200   401
POST   /api/rubies/stripe-checkout                                      401   200   200   200   200   401   {"rubyAmount":100,"price":2}
GET    /api/rubies/orders/{order}                                       401   404   200   404   404   401
POST   /api/rubies/codes                                                401   404   404   404   404   401   {"code":"{word}"}
POST   /api/webhooks/payments/sandbox                                   400   400   400   400   400   400   {"unsigned":true}
POST   /api/webhooks/payments/nobody                                    404   404   404   404   404   404   {}
GET    {checkout}                                                       200   200   200   200   200   200
POST   {checkout}                                                       303   303   303   303   303   303   <form decision=pay>

- pictures
POST   /api/uploads/images                                              401   201   201   201   201   401   <picture>
POST   /api/generate-image                                              401   422   422   422   422   401   {"prompt":" ","model":"flux-schnell"}
GET    /api/image-models                                                401   200   200   200   200   401
GET    /api/pictures                                                    401   200   200   200   200   401
DELETE /api/pictures/{drawing}                                          401   404   200   404   404   401
GET    /pictures/uploads/{upload}                                       200   200   200   200   200   200
GET    /pictures/drawn/{drawn}                                          200   200   200   200   200   200
GET    /pictures/mark/{mark}                                            200   200   200   200   200   200
GET    /pictures/builtin/{picture}                                      200   200   200   200   200   200

- voices
GET    /api/voices                                                      401   200   200   200   200   401
GET    /api/characters/{public}/voice                                   401   200   200   200   200   401
GET    /api/characters/{private}/voice                                  401   404   200   200   404   401
PUT    /api/characters/{public}/voice                                   401   200   200   200   200   401   {"choice":{"voice":"browser:Ada","narrator":null}}
PUT    /api/characters/{private}/voice                                  401   404   200   200   404   401   {"choice":null}
PUT    /api/characters/{public}/voice/owners                            401   403   200   403   403   401   {"choice":{"voice":"browser:Ada","narrator":"none"}}
PUT    /api/characters/{private}/voice/owners                           401   404   200   403   404   401   {"choice":null}
POST   /api/speech                                                      401   422   422   422   422   401   {"text":"Hello.","voice":"nova"}
POST   /api/transcriptions                                              401   404   404   404   404   401   {}

- notifications
GET    /api/notifications                                               401   200   200   200   200   401
PUT    /api/notifications/{notification}/read                           401   404   200   404   404   401
PUT    /api/notifications/chats/{chat}/read                             401   200   200   200   200   401
POST   /api/notifications/read                                          401   200   200   200   200   401   {"upTo":"{notification}"}
GET    /api/notifications/digest                                        401   200   200   200   200   401
PUT    /api/notifications/digest                                        401   200   200   200   200   401   {"every":null}
GET    /api/notifications/settings                                      401   200   200   200   200   401
PUT    /api/notifications/settings                                      401   200   200   200   200   401   {"kind":"likes","ways":["app"]}

- pushes
GET    /api/push                                                        401   200   200   200   200   401
PUT    /api/push/subscription                                           401   422   422   422   422   401   {}
DELETE /api/push/subscription                                           401   200   200   200   200   401

- admins
GET    /api/admin/users                                                 401   403   403   200   403   401
PUT    /api/admin/users/{newcomer}/role                                  401   403   403   200   403   401   {"role":"creator"}
PUT    /api/admin/users/{newcomer}/disabled                             401   403   403   200   403   401   {"disabled":true}
GET    /api/admin/models                                                401   403   403   200   403   401
PUT    /api/admin/models/basic/reason                                   401   403   403   200   403   401   {"reason":null}
GET    /api/admin/costs                                                 401   403   403   200   403   401
GET    /api/admin/costs/csv                                             401   403   403   200   403   401
PUT    /api/admin/costs/prices                                          401   403   403   200   403   401   {"prices":[{"provider":"local","model":"local","inputMicrodollars":0,"outputMicrodollars":0}]}
GET    /api/admin/control-room                                          401   403   403   200   403   401
GET    /api/admin/control-room/file                                     401   403   403   200   403   401
PUT    /api/admin/control-room/file                                     401   403   403   200   403   401   {"version":1,"connections":[],"tiers":[]}
POST   /api/admin/connections                                           401   403   403   201   403   401   {"name":"Own","provider":"anthropic","baseUrl":"https://models.example.test","options":{},"isOff":false}
PUT    /api/admin/connections/{connection}                              401   403   403   200   403   401   {"name":"Own","provider":"anthropic","baseUrl":"https://models.example.test","options":{},"isOff":false}
POST   /api/admin/connections/{connection}/test                         401   403   403   200   403   401   {"model":"small"}
GET    /api/admin/connections/{connection}/models                       401   403   403   422   403   401
DELETE /api/admin/connections/{connection}                              401   403   403   200   403   401
PUT    /api/admin/tiers/nowhere                                         401   403   403   404   403   401   {"name":"Own","cost":1,"description":"","links":[{"connectionId":null,"provider":"local","model":"local"}],"contextTokens":4096,"outputTokens":400,"sampling":{},"stop":[],"sees":false}
DELETE /api/admin/tiers/nowhere                                         401   403   403   404   403   401
GET    /api/admin/mails                                                 401   403   403   200   403   401
GET    /api/admin/mails/{mail}                                          401   403   403   200   403   401
GET    /api/admin/acts                                                  401   403   403   200   403   401
GET    /api/admin/dashboard                                             401   403   403   200   403   401
GET    /api/admin/sign-up                                               401   403   403   200   403   401
PUT    /api/admin/sign-up                                               401   403   403   200   403   401   {"mode":null,"userInvitations":0}
GET    /api/admin/invitations                                           401   403   403   200   403   401
GET    /api/admin/waiting-list                                          401   403   403   200   403   401
GET    /api/announcements                                               200   200   200   200   200   200
PUT    /api/admin/pages/imprint                                         401   403   403   200   403   401   {"text":"{word}"}
GET    /api/admin/announcements                                         401   403   403   200   403   401
POST   /api/admin/announcements                                         401   403   403   201   403   401   {"text":"Hello","audience":"admins","isDismissible":true,"isDraft":true}
PUT    /api/admin/announcements/{announcement}                          401   403   403   200   403   401   {"text":"Hello","audience":"admins","isDismissible":true,"isDraft":true}
DELETE /api/admin/announcements/{announcement}                          401   403   403   200   403   401
GET    /api/admin/notice                                                401   403   403   200   403   401
PUT    /api/admin/notice                                                401   403   403   200   403   401   {"text":"A program writes this. Everything characters say is fiction.","talkMinutes":180,"pauseMinutes":30}
DELETE /api/admin/notice                                                401   403   403   200   403   401
GET    /api/admin/characters                                            401   403   403   200   403   401
PUT    /api/admin/characters/{private}/image                            401   403   403   200   403   401   {"imageUrl":"https://pictures.example.test/another.png"}
PUT    /api/admin/characters/{private}/first-message                    401   403   403   200   403   401   {"firstMessage":"Good morning."}
PUT    /api/admin/characters/{public}/landing                           401   403   403   200   403   401   {"shown":true}
DELETE /api/admin/characters/{private}                                  401   403   403   200   403   401
POST   /api/admin/generate-character-image                              401   403   403   422   403   401   {"characterId":"{public}","prompt":" "}
POST   /api/admin/users/{someone}/rubies                                401   403   403   200   403   401   {"amount":5}
POST   /api/admin/import-characters                                     401   403   403   200   403   401   [{"name":"Mo","backstory":"Was born.","personality":"Calm.","greeting":"Hello."}]
POST   /api/admin/import-new-characters                                 401   403   403   200   403   401   {}
POST   /api/admin/card-imports                                          401   403   403   202   403   401   <cards>
GET    /api/admin/card-imports                                          401   403   403   200   403   401
GET    /api/admin/card-imports/{import}                                 401   403   403   200   403   401
POST   /api/admin/card-imports/{import}/cancel                          401   403   403   409/import_ended 403   401
GET    /api/admin/card-imports/{import}/report                          401   403   403   200   403   401
GET    /api/admin/code-batches                                          401   403   403   200   403   401
POST   /api/admin/code-batches                                          401   403   403   201   403   401   {"name":"Fair","rubies":5,"codes":1,"uses":1,"perPerson":1,"days":1}
POST   /api/admin/code-batches/{codes}/revoke                           401   403   403   200   403   401
GET    /api/admin/reviews                                               401   403   403   200   403   401
GET    /api/admin/reviews/{held}                                        401   403   403   200   403   401
POST   /api/admin/reviews/{held}/decision                               401   403   403   200   403   401   {"round":1,"approved":true}
GET    /api/admin/debts                                                 401   403   403   200   403   401
GET    /api/admin/ledger-check                                          401   403   403   200   403   401

- reports
POST   /api/reports                                                     401   201   422/own_thing 201 201 401   {"kind":"character","id":"{public}","reason":"spam"}
POST   /api/reports                                                     401   404   422/own_thing 201 404 401   {"kind":"character","id":"{private}","reason":"spam"}
POST   /api/reports                                                     401   404   201   404   404   401   {"kind":"answer","id":"{answer}","reason":"hate"}
GET    /api/reports/quotes/{answer}                                     401   404   200   404   404   401
POST   /api/notices                                                     201   201   201   201   201   201   {"kind":"illegal","location":"the landing page","words":"It is against the law.","name":"","email":"{word}@example.test","isGoodFaith":true}
POST   /api/notices                                                     422   422   422   422   422   422   {"kind":"illegal","location":"","words":"","name":"","email":"","isGoodFaith":false}
POST   /api/notices/confirm                                             404   404   404   404   404   404   {"token":"{word}"}
GET    /api/statements                                                  401   200   200   200   200   401
POST   /api/statements/{decision}/appeal                                401   404   200   404   404   401   {"words":"It was a joke."}
GET    /api/statement-links/{word}                                      404   404   404   404   404   404
POST   /api/statement-links/{word}/appeal                               404   404   404   404   404   404   {"words":"It was a joke."}
GET    /api/admin/cases                                                 401   403   403   200   403   401
GET    /api/admin/cases/{case}                                          401   403   403   200   403   401
GET    /api/admin/content-sweep                                         401   403   403   200   403   401
POST   /api/admin/cases/{case}/decisions                                401   403   403   200   403   401   {"kind":"dismiss","words":"It is fine.","seen":0}
POST   /api/admin/decisions/{decision}/appeal                           401   403   403   409/no_open_appeal 403   401   {"outcome":"upheld","words":"It is right."}
POST   /api/admin/decisions/{decision}/undo                             401   403   403   200   403   401   {"words":"It was wrong."}

- public
GET    /api/openapi.json                                                200   200   200   200   200   200
GET    /docs/api                                                        200   200   200   200   200   200
GET    /health/live                                                     200   200   200   200   200   200
GET    /health/ready                                                    200   200   200   200   200   200
GET    /metrics                                                         404   404   404   404   404   404
GET    /robots.txt                                                      200   200   200   200   200   200
GET    /sitemap.xml                                                     200   200   200   200   200   200
GET    /sitemaps/{word}.xml                                             404   404   404   404   404   404
GET    /                                                                200   200   200   200   200   200
GET    /api/nothing                                                     404   404   404   404   404   404
`

/** Calls that end or replace the caller's session. Each cell has its own user. */
const ending = new Set([
  'POST /api/login',
  'POST /api/register',
  'GET /api/logout',
  'PUT /api/user/password',
  'POST /api/user/proof',
  'POST /api/user/sign-out-everywhere',
  'DELETE /api/user',
])

export interface Line {
  method: string
  path: string
  body: string | null
  endsSession: boolean
  expected: Record<Role, { status: number; code: string | null }>
}

const cell = String.raw`(\d{3}(?:/\w+)?)`
const shape = new RegExp(String.raw`^([A-Z]+) +(\S+) +${roles.map(() => cell).join(' +')}(?: +(\S.*))?$`)

const toLine = (text: string): Line => {
  const found = shape.exec(text)
  if (!found) throw new Error(`This line of the table can't be read: ${text}`)
  const [, method, path, ...rest] = found as unknown as string[]
  const cells = roles.map((role, at) => {
    const [status, code = null] = rest[at]!.split('/')
    return [role, { status: Number(status), code }]
  })
  return {
    method: method!,
    path: path!,
    body: rest[roles.length] ?? null,
    endsSession: ending.has(`${method} ${path}`),
    expected: Object.fromEntries(cells),
  }
}

export const lines: Line[] = table
  .split('\n')
  .filter((text) => /^[A-Z]+ /.test(text))
  .map(toLine)
