"""What a camera of a phone sees: a film of tickets that are held before it, one after the other, and again."""

from PIL import Image

WIDTH, HEIGHT, RATE = 640, 480, 10
#: In pictures: how long each ticket is held, and how long nothing is there before the next.
HELD, GAP = 25, 15


def shoot(file, tickets):
    """Writes YUV4MPEG2, which Chromium plays as a camera. `tickets`: pictures of codes."""
    grey = bytes([128]) * (WIDTH * HEIGHT // 2)
    with open(file, "wb") as film:
        film.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for ticket in tickets:
            for picture, count in ((frame(ticket), HELD), (frame(None), GAP)):
                film.write((b"FRAME\n" + picture.tobytes() + grey) * count)


def frame(ticket):
    picture = Image.new("L", (WIDTH, HEIGHT), 90)
    if ticket:
        code = Image.open(ticket).convert("L")
        side = 380
        picture.paste(code.resize((side, side)), ((WIDTH - side) // 2, (HEIGHT - side) // 2))
    return picture


def camera(file):
    """The options of a Chromium whose camera plays the film, and asks nobody."""
    return ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={file}")
