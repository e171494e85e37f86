/** What accounts without a picture carry as the address of one: clients of old show whatever stands there. */
export const defaultAvatar = '/static/images/avatar.png'
