/** The address of a service, as entered by a user. */

/** The versioned API path, which the client adds itself: an address must not contain it. */
const API_PATH = /\/api\/\w+\/v\d/u;

/** Error message for a text that is not a valid address; null if it is valid. A path is allowed (a gateway), secrets are not. */
export function addressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "an address such as https://service.example.com";
  }
  // Addresses appear in process lists and in logs.
  if (url.username !== "" || url.password !== "") return "an address without a user name";
  if (url.search !== "" || url.hash !== "") return "an address without ? and #";
  return API_PATH.test(url.pathname) ? "an address without the path of the API" : null;
}
