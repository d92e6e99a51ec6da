/** Days and calendar months are South African ones, wherever the server stands. */
export const TIME_ZONE = 'Africa/Johannesburg'
