/** The advertising network that is told of purchases where CONVERSION_PIXEL_ID is set: the picture that tells it. */
export const CONVERSION_PICTURE = "https://www.facebook.com/tr";
