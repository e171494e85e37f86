/** The avatar address of accounts without a picture: BuildAdmin's clients show whatever address an account has. */
export const defaultAvatar = '/static/images/avatar.png'
