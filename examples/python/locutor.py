#!/usr/bin/env python3
"""A client of the Locutor speech server: one file, standard library only, Python 3.8 or newer.

As a library:

    from locutor import Locutor

    server = Locutor("http://127.0.0.1:8025", token="loc_...")
    for segment in server.recognize("speech.wav"):
        print(segment["alternatives"][0]["text"] if segment["alternatives"] else segment["result_status"])

As a command (python3 locutor.py --help shows all of them):

    python3 locutor.py recognize speech.wav
    python3 locutor.py verify --user ana speech.wav
"""

import argparse
import base64
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

DEFAULT_URL = "http://127.0.0.1:8025"
FREE_SPEECH = "builtin:slm/general"


class LocutorError(Exception):
    """The server refused a request: `code` is for programs, the text for people."""

    def __init__(self, status, code, message, request_id=None, transaction_id=None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.transaction_id = transaction_id


class Locutor:
    """A server and the credentials for it.

    Audio is the path of a file, its bytes, or an open binary file. Busy servers (503) and used-up rates (429) are asked
    again, as late as their Retry-After says, up to `retries` times. The server knows a request again by its
    Idempotency-Key, so that it is done and billed once.
    """

    def __init__(self, url=DEFAULT_URL, token=None, user=None, password=None, timeout=600, retries=5):
        self.url = url.rstrip("/")
        self.timeout = timeout
        self.retries = retries
        self._authorization = None
        if token:
            self._authorization = "Bearer " + token
        elif user is not None:
            pair = "{}:{}".format(user, password or "").encode("utf-8")
            self._authorization = "Basic " + base64.b64encode(pair).decode("ascii")

    def sign_in(self):
        """Goes on with a short-lived access token instead of the user name and password. Returns its seconds."""
        answer = self._json("POST", "/auth/token", body=b"")
        self._authorization = "Bearer " + answer["access_token"]
        return answer["expires_in"]

    def recognize(self, audio, lm=FREE_SPEECH, content_type="application/octet-stream", grammar=None, **configuration):
        """What is said: one object per segment.

        `lm` is the URI of a language model, or several. `grammar` is the text of a grammar (SRGS or JSGF). All other
        arguments are configuration headers, with _ for the dot: decoder_maxSentences=3, textify_enabled=True,
        diarization_enabled=True, Infer_age_enabled=True.
        """
        if grammar is None:
            body, kind = _bytes_of(audio), content_type
        else:
            parts = [("lm", None, grammar.encode("utf-8")), ("audio", content_type, _bytes_of(audio))]
            body, kind = multipart(parts)
        query = _query_of(lm if grammar is None or lm != FREE_SPEECH else None)
        headers = dict(_headers_of(configuration), **{"Content-Type": kind})
        return self._json("POST", "/asr/rest/v3/recognize" + query, body, headers)

    def interpret(self, text, lm=None, grammar=None, **configuration):
        """What a text means against a grammar: a named one (`lm`), or one that is sent along (`grammar`)."""
        if grammar is None:
            body, kind = text.encode("utf-8"), "text/plain; charset=utf-8"
        else:
            parts = [("lm", None, grammar.encode("utf-8")), ("text", "text/plain; charset=utf-8", text.encode("utf-8"))]
            body, kind = multipart(parts)
        headers = dict(_headers_of(configuration), **{"Content-Type": kind})
        return self._json("POST", "/asr/rest/v3/interpret" + _query_of(lm), body, headers)

    def enroll(self, user_id, *audios, **request):
        """Enrols a voice from a few utterances, or adds to it. Other arguments are members of the request."""
        return self._voices("/rest/v3/enroll", dict(request, user_id=user_id), audios)

    def verify(self, user_ids, *audios, **request):
        """Compares a voice with those of users, one result each; min_verification_score=0.5 asks for a decision."""
        return self._voices("/rest/v3/verify", dict(request, user_ids=list(user_ids)), audios)

    def encoders(self, catalog_c=False):
        """The audio encoders of the synthesis component: catalog A or B, as the server is configured, or C."""
        return self._json("GET", "/tts/rest/v2/encoders" if catalog_c else "/rest/v2/encoders")

    def voices(self):
        """The voices of synthesis."""
        return self._json("GET", "/rest/v2/voices")

    def synthesize(self, text, **parameters):
        """The audio of a text, as bytes: voice="af_heart", encoder="mp3/22k/64kbps/mono", rate=0.9, volume=1.5, cache=True."""
        body = json.dumps(dict(parameters, text=text)).encode("utf-8")
        headers = {"Accept": "audio/*, application/json", "Content-Type": "application/json"}
        return self._bytes("POST", "/rest/v2/synthesize", body, headers)

    def _voices(self, path, request, audios):
        parts = [("enroll", "application/json", json.dumps(request).encode("utf-8"))]
        parts += [("audio", "application/octet-stream", _bytes_of(audio)) for audio in audios]
        body, kind = multipart(parts)
        return self._json("POST", path, body, {"Content-Type": kind})

    def _json(self, method, path, body=None, headers=None):
        return json.loads(self._bytes(method, path, body, headers).decode("utf-8"))

    def _bytes(self, method, path, body=None, headers=None):
        sent = {"Accept": "application/json", "User-Agent": "locutor.py"}
        sent.update(headers or {})
        if self._authorization:
            sent["Authorization"] = self._authorization
        if method == "POST":
            sent["Idempotency-Key"] = str(uuid.uuid4())
        for attempt in range(self.retries + 1):
            request = urllib.request.Request(self.url + path, data=body, headers=sent, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return answer.read()
            except urllib.error.HTTPError as refused:
                with refused:
                    error = _error_of(refused)
                    if refused.code not in (429, 503) or attempt == self.retries:
                        raise error from None
                    wait = float(refused.headers.get("Retry-After") or 1)
            except (urllib.error.URLError, ConnectionError, http.client.HTTPException) as lost:
                # A busy server may refuse a large body before it has read all of it.
                cause = getattr(lost, "reason", lost)
                if not isinstance(cause, (BrokenPipeError, ConnectionResetError)) or attempt == self.retries:
                    raise
                wait = 1.0
            time.sleep(wait)
        raise AssertionError("unreachable")


def multipart(parts):
    """A multipart/form-data body of (name, content type, bytes), and its Content-Type."""
    boundary = uuid.uuid4().hex
    body = bytearray()
    for name, content_type, content in parts:
        body += '--{}\r\nContent-Disposition: form-data; name="{}"\r\n'.format(boundary, name).encode("ascii")
        if content_type:
            body += "Content-Type: {}\r\n".format(content_type).encode("ascii")
        body += b"\r\n" + content + b"\r\n"
    body += "--{}--\r\n".format(boundary).encode("ascii")
    return bytes(body), "multipart/form-data; boundary=" + boundary


def _bytes_of(audio):
    if isinstance(audio, (bytes, bytearray)):
        return bytes(audio)
    if hasattr(audio, "read"):
        return audio.read()
    with open(audio, "rb") as file:
        return file.read()


def _query_of(lm):
    lms = [lm] if isinstance(lm, str) else list(lm or [])
    return "?" + urllib.parse.urlencode([("lm", each) for each in lms]) if lms else ""


def _headers_of(configuration):
    """Hyphens work in every deployment; values may be booleans, and words beyond ASCII are sent as UTF-8."""
    headers = {}
    for name, value in configuration.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        headers[name.replace("_", "-")] = text.encode("utf-8").decode("latin-1")
    return headers


def _error_of(refused):
    text = refused.read().decode("utf-8", "replace")
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}
    message = body.get("message") or text or refused.reason
    code = body.get("code", "ERR_HTTP")
    return LocutorError(refused.code, code, message, refused.headers.get("X-Request-Id"), body.get("transaction_id"))


def _setting(text):
    name, _, value = text.partition("=")
    return name.replace(".", "_").replace("-", "_"), value


def _arguments():
    parser = argparse.ArgumentParser(description="Asks a Locutor speech server.")
    parser.add_argument("--url", default=os.environ.get("LOCUTOR_URL", DEFAULT_URL), help="default: %(default)s")
    parser.add_argument("--token", default=os.environ.get("LOCUTOR_TOKEN"), help="default: $LOCUTOR_TOKEN")
    commands = parser.add_subparsers(dest="command", required=True)
    recognize = commands.add_parser("recognize", help="print what is said")
    recognize.add_argument("audio")
    recognize.add_argument("--lm", action="append", help="default: " + FREE_SPEECH)
    recognize.add_argument("--set", action="append", type=_setting, default=[], metavar="HEADER=VALUE")
    recognize.add_argument("--json", action="store_true", help="print the whole answer")
    interpret = commands.add_parser("interpret", help="print what a text means")
    interpret.add_argument("text")
    interpret.add_argument("--lm", required=True)
    enroll = commands.add_parser("enroll", help="enrol a voice")
    enroll.add_argument("--user", required=True)
    enroll.add_argument("audio", nargs="+")
    verify = commands.add_parser("verify", help="compare a voice with those of users")
    verify.add_argument("--user", required=True, action="append")
    verify.add_argument("--min-score", type=float)
    verify.add_argument("audio", nargs="+")
    commands.add_parser("encoders", help="list the encoders")
    return parser.parse_args()


def _run(arguments):
    server = Locutor(arguments.url, arguments.token)
    if arguments.command == "recognize":
        segments = server.recognize(arguments.audio, arguments.lm or FREE_SPEECH, **dict(arguments.set))
        if not arguments.json:
            for segment in segments:
                best = segment["alternatives"][:1]
                print(best[0]["text"] if best else segment["result_status"])
            return
        answer = segments
    elif arguments.command == "interpret":
        answer = server.interpret(arguments.text, arguments.lm)
    elif arguments.command == "enroll":
        answer = server.enroll(arguments.user, *arguments.audio)
    elif arguments.command == "verify":
        score = {} if arguments.min_score is None else {"min_verification_score": arguments.min_score}
        answer = server.verify(arguments.user, *arguments.audio, **score)
    else:
        answer = server.encoders()
    print(json.dumps(answer, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    try:
        _run(_arguments())
    except LocutorError as error:
        sys.exit("locutor: {} ({})".format(error, error.code))
    except (OSError, urllib.error.URLError) as error:
        sys.exit("locutor: {}".format(getattr(error, "reason", error)))
